import { z } from 'zod'
import { refusalWords } from '../http.ts'
import type { StartOutcome, TransferRequest } from '../bank.ts'
import type { BlikApp, BlikOutcome, BlikPayment } from '../blik.ts'
import { amountText, warsawTime } from './amount.ts'
import type { Fields } from './fields.ts'
import { textOf } from './http.ts'
import type { AutopayHttp, Document } from './http.ts'
import type { Answer } from '../http.ts'
import { orderIdOf } from './names.ts'
import { reasonOf } from './outcomes.ts'
import type { OwnWords } from './outcomes.ts'
import { isRecurring, recurringFields } from './recurring.ts'
import type { RecurringModel } from './recurring.ts'
import { leavesOf } from './xml.ts'
import { present } from '../../domain/present.ts'

const BLIK_GATEWAY = '509'
const BLIK_VALID_MS = 15 * 60_000

/** What both kinds of a payment begin with. */
interface Begun {
  orderId: string
  amountMinor: number
  currency: string
  email?: string | undefined
}

/** The payer gets an address to go on at; nobody can pay before. */
export async function startTransfer(
  { http, paymentPath }: { http: AutopayHttp; paymentPath: string },
  transfer: TransferRequest,
  signal?: AbortSignal,
): Promise<StartOutcome> {
  const { bank, title, returnUrl, validUntil } = transfer
  const fields = startFields(http, transfer, {
    Description: plain(title, 79),
    GatewayID: bank,
    ValidityTime: warsawTime(Date.parse(validUntil)),
    ReturnURL: returnUrl,
  })
  return transferOf(await post({ http, paymentPath }, transfer.orderId, fields, signal), fields)
}

/** The code or the alias is charged at once; the payer confirms in the bank's app. */
export async function payByBlik(
  { http, paymentPath, recurringModel: model }: BlikTerms,
  payment: BlikPayment,
  signal?: AbortSignal,
): Promise<BlikOutcome> {
  const { code, description } = payment
  const isSeries = isRecurring(payment)
  if (isSeries && model === undefined)
    return { type: 'rejected', rejectCode: 'BLIK_ALIAS_UNKNOWN', detail: 'aliases of users alone' }
  const fields = startFields(http, payment, {
    Description: plain(description, 79),
    ValidityTime: warsawTime(Date.now() + BLIK_VALID_MS),
    ...present({ AuthorizationCode: code }),
    ...(isSeries && model !== undefined ? recurringFields(payment, model) : userFields(payment)),
  })
  return blikOf(
    await post({ http, paymentPath }, payment.orderId, fields, signal),
    fields,
    http.words,
  )
}

interface BlikTerms {
  http: AutopayHttp
  paymentPath: string
  /** The model of recurring payments that was agreed on; without it there are none. */
  recurringModel?: RecurringModel | undefined
}

/** An alias of the user's own, or none. */
function userFields({ alias, registerAlias }: BlikPayment): Fields {
  const key = alias?.value ?? registerAlias?.value
  return {
    GatewayID: BLIK_GATEWAY,
    ...(key !== undefined && {
      BlikUIDKey: key,
      BlikUIDLabel: plain(registerAlias?.label ?? key, 20),
    }),
    ...(alias?.app !== undefined && { BlikAMKey: alias.app }),
  }
}

const startFields = (http: AutopayHttp, begun: Begun, more: Fields): Fields => ({
  ServiceID: http.serviceId,
  OrderID: orderIdOf(begun.orderId),
  Amount: amountText(begun.amountMinor),
  Currency: begun.currency,
  ...present({ CustomerEmail: begun.email }),
  ...more,
})

const post = (
  { http, paymentPath: path }: { http: AutopayHttp; paymentPath: string },
  reference: string,
  fields: Fields,
  signal?: AbortSignal,
) =>
  http.form(
    { path, message: 'start', header: 'pay-bm-continue-transaction-url', fields, reference },
    signal,
  )

function transferOf(answer: Answer<Document>, fields: Fields): StartOutcome {
  if (answer.type === 'refused')
    return { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail: refusalWords(answer) }
  if (answer.type !== 'answered') return withoutAnswer(answer)
  const { root } = answer.body
  const no = refusedBy(answer.body, fields)
  if (no) return { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail: reasonOf(no, {}).detail }
  const address = Address.safeParse(textOf(root, 'redirecturl'))
  const isStarted = isOurs(answer.body, fields) && textOf(root, 'status') === 'PENDING'
  return isStarted && address.success
    ? { type: 'started', redirectUrl: address.data }
    : { type: 'unknown' }
}

/** The payer's browser is sent there: `javascript:` and the like must not pass. */
const Address = z.url({ protocol: /^https?$/ }).max(2048)

/** Taken is not paid: what became of it is told later, or asked. */
function blikOf(answer: Answer<Document>, fields: Fields, words: OwnWords): BlikOutcome {
  if (answer.type === 'refused')
    return { type: 'rejected', rejectCode: 'SYSTEM_ERROR', detail: refusalWords(answer) }
  if (answer.type !== 'answered') return withoutAnswer(answer)
  const { root } = answer.body
  const no = refusedBy(answer.body, fields)
  if (no === 'ALIAS_NONUNIQUE') {
    const apps = appsIn(answer.body)
    return apps.length > 0
      ? { type: 'ambiguous', apps }
      : { type: 'rejected', ...reasonOf(no, words) }
  }
  if (no) return { type: 'rejected', ...reasonOf(no, words) }
  if (!isOurs(answer.body, fields) || textOf(root, 'confirmation') !== 'CONFIRMED')
    return { type: 'unknown' }
  const transactionId = textOf(root, 'remoteID')
  const id = transactionId === undefined ? {} : { transactionId }
  return textOf(root, 'paymentStatus') === 'FAILURE'
    ? { type: 'rejected', ...reasonOf(textOf(root, 'reason') || 'REJECTED', words), ...id }
    : { type: 'pending', ...id }
}

const withoutAnswer = ({ type }: { type: 'notSent' | 'noAnswer' }) =>
  ({ type: type === 'notSent' ? 'notSent' : 'unknown' }) as const

const isOurs = ({ root, isProven }: Document, { OrderID }: Fields): boolean =>
  isProven && textOf(root, 'orderID') === OrderID

/**
 * The word for why nothing was begun. Only a yes must be signed. "Paid already" is no such word: an
 * earlier request for the order has come through, and what became of it must be asked.
 */
function refusedBy({ root, isProven }: Document, { OrderID }: Fields): string | undefined {
  if (textOf(root, 'confirmation') !== 'NOTCONFIRMED') return undefined
  const signed = textOf(root, 'hash') ?? ''
  const order = textOf(root, 'orderID') ?? ''
  const reason = textOf(root, 'reason') || 'NOTCONFIRMED'
  const isAbout = (signed === '' || isProven) && (order === '' || order === OrderID)
  return isAbout && reason !== 'MULTIPLY_PAID_TRANSACTION' ? reason : undefined
}

/** The bank apps that the alias is bound to, key and label in turn. */
function appsIn({ root }: Document): BlikApp[] {
  const leaves = leavesOf(root)
  const textsOf = (wanted: string) =>
    leaves.flatMap(({ name, text }) => (name === wanted ? [text] : []))
  const labels = textsOf('blikAMLabel')
  return textsOf('blikAMKey')
    .slice(0, 100)
    .map((app, index) => ({ app: app.slice(0, 64), label: (labels[index] ?? app).slice(0, 200) }))
}

/** Text that every bank prints: no signs that a form or a hash could stumble over. */
const plain = (text: string, most: number): string =>
  text
    .replace(/[^\p{L}\p{N} .,:;_/()+-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim() || 'Payment'
