import { z } from 'zod'
import { exemptions } from '../domain/actor/exemption.ts'
import { methods } from '../domain/instrument.ts'
import type { Method } from '../domain/instrument.ts'
import { Amount } from './amount.ts'
import { Id, oneOf, optional, text, WebAddress, wholeNumber, yesNo } from './fields.ts'

const THIRTY_DAYS_SECONDS = 30 * 86_400

export const Language = oneOf(['pl', 'en'], 'Language of the payment page')
export const ValidTime = wholeNumber(
  60,
  THIRTY_DAYS_SECONDS,
  'Seconds until an unfinished payment ends; 1800 when absent',
)

const methodList = z
  .string('must be a comma-separated list of methods')
  .refine(
    (list) => namesIn(list).every((name) => methods.includes(name as Method)),
    `must be a comma-separated list of ${methods.join(', ')}`,
  )
  .describe('The only methods the payment page offers: CARD,BLIK')

export const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim())

const cycles: Readonly<Record<string, number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 28,
  QUARTERLY: 90,
  YEARLY: 365,
}
const DATE_PROBLEM = 'must be a date: YYYYMM, YYYYMMDD or YYYY-MM-DD'
const CYCLE_PROBLEM = `must be a number of days up to 9999, or one of ${Object.keys(cycles).join(', ')}`

/** The least number of days between two payments of an agreement. */
export function cycleDays(cycle: string | number): number | undefined {
  const days = cycles[String(cycle).toUpperCase()] ?? Number(cycle)
  return Number.isInteger(days) && days >= 1 && days <= 9_999 ? days : undefined
}

export const Options = z
  .object({
    transKind: optional(
      oneOf(['AUTH', 'PREAUTH', 'ACCT_FUNDING'], 'AUTH when absent; PREAUTH only holds the money'),
    ),
    transType: optional(oneOf(['MARKETPLACE'], 'The order has subpayments')),
    tokenize: optional(yesNo('Also store the card; the answer carries tokenizerId')),
    recurring: optional(
      oneOf(['INITIAL', 'SUBSEQUENT'], 'SUBSEQUENT is initiated by the merchant: no 3DS, no CVV'),
    ),
    recurringType: optional(
      text(32, 'Kind of the agreement with the customer. Kept and shown, does nothing'),
    ),
    recurringExpDate: optional(
      z
        .string('must be a date')
        .regex(
          /^(\d{4}(0[1-9]|1[0-2])|\d{4}-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01]))$/,
          DATE_PROBLEM,
        )
        .describe('End of the agreement: YYYYMM, YYYYMMDD or YYYY-MM-DD'),
    ),
    recurringCycle: optional(
      z
        .union([z.string(), z.int()], CYCLE_PROBLEM)
        .refine((cycle) => cycleDays(cycle) !== undefined, CYCLE_PROBLEM)
        .describe(`Days between two payments, or one of ${Object.keys(cycles).join(', ')}`),
    ),
    exemption: optional(
      oneOf(
        exemptions,
        'Why the payer need not be challenged. LOW_VALUE and TRANSACTION_RISK go to the issuer with ' +
          '3-D Secure, RECURRING and MERCHANT_INITIATED with SUBSEQUENT; the issuer may insist',
      ),
    ),
    authenticate: optional(
      yesNo('Ask for the cardholder although a network token (SCOF, VTS) stands for the card'),
    ),
    refPaymentId: optional(
      Id.describe(
        'With SUBSEQUENT: a successful payment with the same card (INITIAL or tokenize), or the one that registered the PAYID',
      ),
    ),
    validTime: optional(ValidTime),
    asyncNotify: optional(
      WebAddress.describe("Exact address for this payment's notifications; https, public"),
    ),
    methods: optional(methodList),
    language: optional(Language),
    registerAlias: optional(
      z
        .union(
          [
            yesNo('`true`: type, value and label as this API chooses'),
            z.object({
              type: optional(oneOf(['UID', 'PAYID'], 'PAYID with recurring INITIAL, else UID')),
              value: optional(text(128, 'The alias; the paymentId when absent')),
              label: optional(text(35, 'How the bank app names it')),
              limit: optional(
                Amount.describe('Of PAYID: the most of a later payment; this amount when absent'),
              ),
            }),
          ],
          'must be true, or an object with type, value, label and limit',
        )
        .describe('Also register a BLIK alias for later payments; `true`: as this API chooses'),
    ),
    iframe: optional(
      yesNo(
        "The payment page is shown in a frame, by pages of the redirect URL's or the merchant's origin",
      ),
    ),
    purposeCode: optional(text(32, 'Of account funding')),
    fundSourceRef: optional(text(64, 'Of account funding')),
    fundSource: optional(text(32, 'Of account funding')),
  })
  .meta({ id: 'Options' })
export type Options = z.infer<typeof Options>
