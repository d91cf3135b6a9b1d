import { expect, test } from 'vitest'
import { CancelRequest } from '../../src/contract/commands.ts'
import { CreatePaymentRequest } from '../../src/contract/payment.ts'
import { CreateTokenizationRequest } from '../../src/contract/tokenizer.ts'
import { membersOf } from '../support/contract-members.ts'

/** What members do, by path; one that ends with a dot is about all that begins so. */
const party = {
  merchantId: 'must be the one of the token',
  url: 'AReq, page',
  redirectURL: 'where the payer lands',
  terminalId: 'acquirer',
  'location.': 'acquirer',
  taxId: 'acquirer',
  acsNotificationURL: 'AReq',
  amexMerchantId: 'acquirer, AReq',
  organizationId: 'acquirer',
}
const device = {
  ip: 'AReq, proof of consents',
  'browserData.': 'AReq, as it is given',
  'sdkData.': 'AReq, as it is given',
}
const under = (name: string, effects: Record<string, string>) =>
  Object.fromEntries(Object.entries(effects).map(([path, does]) => [`${name}.${path}`, does]))

/** Each type of instrument says in `needs` what it takes. */
const instrument = { 'instrument.': 'what is paid with' }

const ofPayment: Record<string, string> = {
  channel: 'page, early refusal',
  method: 'early refusal, page',
  ...instrument,
  ...under('merchant', party),
  'agent.merchantId': 'scope, lists',
  ...under('customer', {
    email: 'AReq, bank, filter of lists',
    extCustomerId: 'AReq, stored cards, filter of lists',
    signedIn: 'stored cards on the page',
    name: 'AReq',
    firstName: 'AReq',
    lastName: 'AReq',
    extAccountNo: 'AReq (acctID)',
    'billing.': 'AReq',
    'history.': 'AReq (acctInfo)',
    'phone.': 'AReq',
  }),
  ...under('device', device),
  ...under('order', {
    amount: 'what is charged',
    currency: 'what is charged',
    extOrderId: 'one paid payment per order, search',
    shipping: 'AReq',
    description: 'page, bank, BLIK',
    'subpayments[].': 'balances, refunds of parts',
  }),
  ...under('options', {
    transKind: 'sale, hold or funding',
    transType: 'marketplace',
    tokenize: 'stores the card',
    recurring: 'agreement, 3-D Secure',
    recurringExpDate: 'AReq, BLIK, refusal after it',
    recurringCycle: 'AReq, BLIK',
    exemption: 'AReq, acquirer',
    authenticate: '3-D Secure of network tokens',
    refPaymentId: 'the agreement that is charged',
    validTime: 'deadline',
    asyncNotify: 'address of notifications',
    methods: 'page',
    language: 'page',
    'registerAlias.': 'BLIK',
    iframe: 'page',
    purposeCode: 'acquirer',
    fundSourceRef: 'acquirer',
    fundSource: 'acquirer',
  }),
  consents: 'kept as proof with a stored card',
}

const ofTokenization: Record<string, string> = {
  kind: 'which token is made',
  channel: 'page, early refusal',
  ...instrument,
  ...under('merchant', party),
  'agent.merchantId': 'scope, lists',
  'customer.email': 'whose card it is',
  'customer.extCustomerId': 'whose card it is',
  ...under('device', device),
  'options.validTime': 'deadline',
  'options.language': 'page',
  consents: 'kept as proof',
}

const ofCancel: Record<string, string> = {
  reason: 'before the description of the transaction',
  description: 'of the transaction',
}

const IDLE = /Kept and shown( to operators)?, does nothing|Taken and not used/

test.each([
  ['a payment', CreatePaymentRequest, ofPayment],
  ['a tokenization', CreateTokenizationRequest, ofTokenization],
  ['a cancel', CancelRequest, ofCancel],
] as const)(
  'every member that asks for %s acts, or says that it does not',
  (_, schema, effects) => {
    const members = membersOf(schema)
    const acts = (path: string): boolean =>
      path in effects ||
      Object.keys(effects).some((one) => isBeginning(one) && path.startsWith(one))
    const wrong = members.filter(({ path, description }) => acts(path) === IDLE.test(description))
    expect(wrong.filter(({ path }) => !path.startsWith('instrument.'))).toEqual([])
    const gone = Object.keys(effects).filter(
      (one) =>
        !members.some(({ path }) => path === one || (isBeginning(one) && path.startsWith(one))),
    )
    expect(gone, 'no such member').toEqual([])
  },
)

const isBeginning = (path: string): boolean => path.endsWith('.')
