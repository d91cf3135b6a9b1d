import { currencies } from './currency.ts'
import { fraudRefundsProblem, parseFraudRefunds } from './dispute/fraud-refunds.ts'
import { feesProblem, parseFees } from './settlement/fees.ts'
import { bankProviders, methods, organizations } from './instrument.ts'
import { isPageHost } from './looks/page-host.ts'
import type { MerchantSettings } from './merchant.ts'
import { defaultSettings, pageFonts } from './merchant.ts'
import { exemptions } from './actor/exemption.ts'
import { rulesProblem } from './routing/rule-problem.ts'
import { account, listOf, oneOf, shortText, whole, yesOrNo } from './setting-kinds.ts'
import type { SettingRule } from './setting-kinds.ts'
import { appLinksProblem } from './texts/app-link.ts'
import { webAddressProblem } from './web-address.ts'

const placeNames = ['street', 'postal', 'state', 'city', 'country', 'countryOfOrigin']

/** Every setting of a merchant; one without a rule does not compile. */
export const settingRules: Record<keyof MerchantSettings, SettingRule> = {
  channels: listOf(defaultSettings.channels, 'The channels that payments may come by.', 'WEBAPI'),
  methods: listOf(methods, 'The methods that payers are offered.', 'CARD,BLIK'),
  organizations: listOf(
    organizations,
    'The card organizations that are accepted; all without it.',
    'VISA,MASTERCARD',
  ),
  exemptions: listOf(
    exemptions,
    'Exemptions from strong authentication that payments may claim; all without it.',
    'LOW_VALUE',
  ),
  currencies: listOf(Object.keys(currencies), 'The currencies of payments.', 'PLN,EUR', 'ISO 4217'),
  holdDays: whole(1, 30, 'How long a preauthorization is held before it is given back.', '7'),
  captures: oneOf(
    ['once', 'several'],
    'Whether a preauthorization may be captured in parts (`final: false`), where its acquirer takes several captures.',
    'several',
  ),
  refundWindowDays: whole(1, 365, 'How long after the payment it may be refunded.', '90'),
  withoutAuthentication: oneOf(
    ['proceed', 'reject'],
    'What to do when the cardholder could not be authenticated.',
    'reject',
  ),
  cvvForTokens: yesOrNo('Whether a stored card is paid with only together with its CVV.'),
  rateLimit: whole(1, 10_000, "Requests per second, in the place of the installation's.", '50'),
  dpaId: {
    meaning: "The merchant's own id at the Click to Pay systems.",
    values: '1 to 64 letters, digits and `-_.`',
    example: 'shop-4711',
    problem: (value) =>
      typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)
        ? undefined
        : 'must be 1 to 64 letters, digits, or one of -_.',
    parse: (text) => text,
  },
  googlePayMerchantId: shortText(
    64,
    'What Google Pay knows the merchant by; its page offers Google Pay only with it.',
    'BCR2DN4T4711ABCD',
  ),
  applePayMerchantId: shortText(
    255,
    'What Apple knows the merchant by; its page offers Apple Pay only with it and its certificate.',
    'merchant.example.shop',
  ),
  acsNotificationUrl: {
    meaning: 'Where the issuer sends payers after a challenge, when a payment names no address.',
    values: 'a web address',
    example: 'https://shop.example/3ds',
    problem: (value) =>
      typeof value === 'string' ? webAddressProblem(value, true) : 'must be a web address',
    parse: (text) => text,
  },
  terminalId: shortText(16, 'The terminal that charges are made on.', 'T0004711'),
  taxId: shortText(64, 'The tax number, for acquirers that ask for it.', 'PL5260001246'),
  amexMerchantId: shortText(35, 'What American Express knows the merchant by.', '9591234567'),
  organizationId: shortText(64, 'The organization that the merchant belongs to.', 'retail-group'),
  acquirerMerchantId: shortText(
    35,
    'What the acquirer and 3-D Secure know the merchant by; without it the MID.',
    '000000004711',
  ),
  location: {
    meaning: 'Where the merchant sells, when a payment names no place.',
    values: `JSON with ${placeNames.join(', ')}`,
    example: '{"city":"Warszawa","country":"PL"}',
    problem: locationProblem,
    parse: parseJson,
  },
  pageMethods: listOf(methods, 'Of the methods, those that the payment page shows.', 'CARD,BLIK'),
  pageLanguage: oneOf(['pl', 'en'], 'The language of the payment page, when nobody says.', 'pl'),
  pageColour: {
    meaning: 'The colour of buttons and links on the payment page, in the light.',
    values: '`#` and six digits, dark enough for white letters (4.5 : 1)',
    example: '#0c5f63',
    problem: (value) =>
      typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) && onWhite(value) >= 4.5
        ? undefined
        : 'must be # and six digits, dark enough for white letters',
    parse: (text) => text,
  },
  pageText: {
    meaning: 'A sentence of the merchant’s own on the payment page, below the order.',
    values: '1 to 200 characters in one line',
    example: 'Questions? Call 22 555 01 02.',
    problem: (value) =>
      typeof value === 'string' && /^[^\p{C}]{1,200}$/u.test(value) && value.trim() !== ''
        ? undefined
        : 'must be 1 to 200 characters in one line',
    parse: (text) => text,
  },
  pageHost: {
    meaning:
      'A name of the merchant’s own that the payment page is reached by; a TXT record of `_tollgate.` and the name says `tollgate=` and the merchant’s number.',
    values: 'a host name',
    example: 'pay.shop.example',
    problem: (value) =>
      isPageHost(value) ? undefined : 'must be a host name in small letters, without a port',
    parse: (text) => text,
  },
  pageFont: oneOf(pageFonts, 'The kind of letters on the payment page.', 'serif'),
  pageSavedCards: yesOrNo(
    'Whether the page shows the stored cards of the customer (`customer.extCustomerId`), to pay with and to remove, in payments of which the merchant says that it has signed the customer in (`customer.signedIn`).',
  ),
  pageAttempts: whole(1, 20, 'How often a payer may try on the page; each try is a payment.', '1'),
  appLinks: {
    meaning: 'Schemes of the merchant’s apps, to which `redirectURL` may lead besides https.',
    values: 'a list of 1 to 10 schemes: letters, digits, `+`, `-`, `.`',
    example: 'myapp',
    problem: appLinksProblem,
    parse: (text) => text.split(',').filter((one) => one !== ''),
  },
  acquirer: account('cards are charged through, from the next charge on', 'stripe/main'),
  bank: account('bank transfers go through', 'autopay/main'),
  bankProviders: listOf(
    bankProviders,
    'The intermediaries that bank transfers go through, the preferred first; all without it.',
    'PA,BM',
  ),
  blik: account('BLIK payments go through', 'autopay/main'),
  threeds: account('issuers are asked about their cardholders through', 'stripe/main'),
  routes: {
    meaning: 'Which account a card is charged through, by rules; the first that fits decides.',
    values: 'JSON, as [routing](../providers.md#routing) tells it',
    example: '[{"name":"all","to":[{"via":"stripe/main"},{"via":"sandbox/main"}]}]',
    problem: rulesProblem,
    parse: parseJson,
  },
  fees: {
    meaning: 'What new payments cost the merchant once they are settled, by method.',
    values: 'a list of `METHOD:percent+fixed`; the fixed part in units of the payment',
    example: 'CARD:1.4+0.30,BLIK:0.8',
    problem: feesProblem,
    parse: parseFees,
  },
  fraudRefunds: {
    meaning:
      'Up to how much a payment is refunded by itself when the payer’s bank warns of fraud; nothing without it.',
    values: 'a list of `CURRENCY:amount`',
    example: 'PLN:50,EUR:12.50',
    problem: fraudRefundsProblem,
    parse: parseFraudRefunds,
  },
}

/** The contrast of a colour with white, as WCAG reckons it. */
function onWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** What decides whether money is taken or given back, or where payers and their cards are led: nobody's alone. */
const moneySettings: ReadonlySet<string> = new Set<keyof MerchantSettings>([
  ...(['holdDays', 'refundWindowDays', 'withoutAuthentication', 'cvvForTokens'] as const),
  ...(['pageSavedCards', 'acsNotificationUrl', 'pageHost'] as const),
  ...(['acquirer', 'exemptions', 'routes', 'fees', 'bank', 'blik', 'threeds'] as const),
  ...(['captures', 'fraudRefunds'] as const),
])

export const touchesMoney = (settings: object): boolean =>
  Object.keys(settings).some((name) => moneySettings.has(name))

export const isSettingName = (name: string): name is keyof MerchantSettings =>
  Object.hasOwn(settingRules, name)

/** What is wrong with settings, in the words of each. */
export const settingProblems = (settings: object): string[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    if (!isSettingName(name)) return [`no setting ${name}`]
    const problem = settingRules[name].problem(value)
    return problem === undefined ? [] : [`${name} ${problem}`]
  })

/** Settings as they were stored: what is no longer a setting, or never was a value, does not count. */
export function readSettings(stored: object): MerchantSettings {
  const sound = Object.entries(stored).filter(
    ([name, value]) => isSettingName(name) && settingRules[name].problem(value) === undefined,
  )
  return { ...defaultSettings, ...Object.fromEntries(sound) }
}

function locationProblem(value: unknown): string | undefined {
  const isPlace =
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([name, text]) => placeNames.includes(name) && typeof text === 'string' && text.length <= 255,
    )
  return isPlace ? undefined : `must be JSON with ${placeNames.join(', ')}`
}

/** JSON as it means itself; what is none is told wrong by its rule. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
