import type { Outcome } from './actor/call.ts'
import type { callRequestOf } from './payment/call-request.ts'
import type { PaymentCommand } from './payment/commands.ts'
import type { Event } from './payment/events.ts'
import type { Payment } from './payment/payment.ts'
import type { TokenizationCommand } from './tokenization/commands.ts'
import type { TokenizationEvent } from './tokenization/events.ts'
import type { Tokenization } from './tokenization/tokenization.ts'

/**
 * What a member may be used for.
 *
 *   public     shown, kept and shared
 *   business   of a merchant or a provider: kept with the money, disguised for outsiders
 *   personal   says something about a person: gone after retention, not shown, not logged
 *   secret     proves something in somebody's name: the same
 *   card       a card, or what leads to one: the same
 */
export type DataClass = 'public' | 'business' | 'personal' | 'secret' | 'card'

/** The names of all members, at any depth. `about` is a call in a call. */
type NamesIn<T> = T extends readonly (infer Item)[]
  ? NamesIn<Item>
  : T extends object
    ? {
        [K in keyof T]-?: K extends string
          ? string extends K
            ? never
            : K extends 'about'
              ? K
              : K | NamesIn<T[K]>
          : never
      }[keyof T]
    : never

type MemberName =
  | NamesIn<Payment>
  | NamesIn<Event>
  | NamesIn<PaymentCommand>
  | NamesIn<Tokenization>
  | NamesIn<TokenizationEvent>
  | NamesIn<TokenizationCommand>
  | NamesIn<ReturnType<typeof callRequestOf>>
  | NamesIn<Outcome>

/** Every member of state, events, commands and calls: a new one does not compile without its class. */
const dataClasses: Record<MemberName, DataClass> = {
  about: 'public',
  accountNo: 'personal',
  acquirer: 'public',
  acquirerRef: 'public',
  acsNotificationUrl: 'business',
  acsReferenceNumber: 'public',
  acsSignedContent: 'secret',
  acsTransId: 'public',
  acsUrl: 'business',
  advance: 'public',
  agentId: 'public',
  alias: 'personal',
  amountMinor: 'public',
  answers: 'public',
  app: 'public',
  approvedAmountMinor: 'public',
  apps: 'personal',
  asyncNotify: 'business',
  attempt: 'public',
  auth: 'public',
  authenticate: 'public',
  authCode: 'business',
  authentication: 'public',
  authorizations: 'public',
  authorizedMinor: 'public',
  bank: 'public',
  batch: 'public',
  because: 'public',
  bookedByProvider: 'public',
  browser: 'personal',
  by: 'public',
  call: 'public',
  calls: 'public',
  capturedMinor: 'public',
  cardMask: 'public',
  cavv: 'secret',
  challenge: 'public',
  challengeMandated: 'public',
  challengeWindow: 'public',
  challenged: 'public',
  channel: 'public',
  clockOffsetMs: 'public',
  closed: 'public',
  commandId: 'public',
  commissionMinor: 'public',
  commissionRefundedMinor: 'public',
  completedAt: 'public',
  convertedFrom: 'public',
  country: 'public',
  createdAt: 'public',
  currency: 'public',
  customer: 'personal',
  cvvForTokens: 'public',
  description: 'personal',
  detail: 'business',
  device: 'personal',
  dsTransId: 'public',
  earlyReject: 'public',
  eci: 'public',
  email: 'personal',
  ending: 'public',
  enrolled: 'public',
  everyStartTold: 'public',
  exemption: 'public',
  expDate: 'card',
  extCustomerId: 'personal',
  extOrderId: 'business',
  extRefundId: 'business',
  extSubpaymentId: 'business',
  feeMinor: 'business',
  fees: 'business',
  fingerprint: 'card',
  fixed: 'business',
  fundSource: 'personal',
  fundSourceRef: 'personal',
  funding: 'personal',
  height: 'public',
  held: 'public',
  holdMs: 'public',
  holdUntil: 'public',
  id: 'public',
  iframe: 'public',
  indicator: 'public',
  inquiries: 'public',
  instrument: 'public',
  instrumentNo: 'card',
  instrumentRef: 'card',
  ip: 'personal',
  kind: 'public',
  label: 'personal',
  language: 'public',
  lateUntil: 'public',
  line: 'public',
  linkId: 'public',
  live: 'public',
  organizations: 'public',
  marketplace: 'public',
  mcc: 'public',
  merchant: 'public',
  merchantId: 'public',
  method: 'public',
  moto: 'public',
  methods: 'public',
  name: 'public',
  networkTransactionId: 'public',
  nextInquiryAt: 'public',
  notificationSequence: 'public',
  notifies: 'public',
  offsetMs: 'public',
  options: 'public',
  order: 'public',
  organization: 'public',
  originalAcquirerRef: 'public',
  originalReference: 'public',
  outcome: 'public',
  ownerId: 'public',
  parentId: 'public',
  payerAskedAt: 'public',
  payerUntil: 'public',
  payment: 'public',
  paymentId: 'public',
  percent: 'business',
  phase: 'public',
  phone: 'personal',
  previousMinor: 'public',
  profiling: 'public',
  provider: 'public',
  purposeCode: 'personal',
  ranges: 'public',
  reason: 'public',
  recurring: 'public',
  recurringType: 'public',
  redirectUrl: 'business',
  refPaymentId: 'public',
  reference: 'public',
  refund: 'public',
  refundId: 'public',
  refundUntil: 'public',
  refundWindowMs: 'public',
  refundedMinor: 'public',
  refunds: 'public',
  registerAlias: 'personal',
  rejectCode: 'public',
  requestId: 'public',
  reservedMinor: 'public',
  sdk: 'personal',
  seconds: 'public',
  secretOwner: 'public',
  sentBack: 'public',
  serverTransId: 'public',
  settlementBatch: 'public',
  softDeclined: 'public',
  status: 'public',
  stepUp: 'public',
  stepUpAsksDevice: 'public',
  subpaymentId: 'public',
  subpayments: 'public',
  target: 'public',
  threeDsMethod: 'public',
  token: 'public',
  tokenUsable: 'public',
  tokenization: 'public',
  tokenize: 'public',
  tokenizerId: 'public',
  transId: 'public',
  transKind: 'public',
  transStatus: 'public',
  transaction: 'public',
  transactionId: 'public',
  transactions: 'public',
  type: 'public',
  until: 'public',
  unwanted: 'public',
  updatedAt: 'public',
  url: 'business',
  validTime: 'public',
  validUntil: 'public',
  via: 'public',
  value: 'public',
  vaultRef: 'card',
  verifications: 'public',
  verifiedBy: 'public',
  version: 'public',
  visualId: 'public',
  visuals: 'public',
  walletAuth: 'public',
  whole: 'public',
  width: 'public',
  withdraws: 'public',
  drop: 'public',
  saidAt: 'public',
  tokenSaidAt: 'public',
  accounts: 'public',
  choice: 'public',
  circuit: 'public',
  failures: 'public',
  others: 'public',
  routed: 'public',
  rule: 'public',
  trial: 'public',
  tried: 'public',
  unable: 'public',
  withoutAuthentication: 'public',
}

/** The names in use for one class or several, for whoever walks through values. */
export const namesOf = (...wanted: DataClass[]): ReadonlySet<string> =>
  new Set(Object.entries(dataClasses).flatMap(([name, one]) => (wanted.includes(one) ? name : [])))

/** What nobody needs who looks at money, times and states. */
export const sensitiveNames = namesOf('personal', 'secret', 'card')
