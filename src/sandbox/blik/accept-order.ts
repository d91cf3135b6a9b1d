import { courseOfCode } from '../blik-course.ts'
import { createHash, randomBytes } from 'node:crypto'
import {
  InvalidField,
  amount,
  object,
  oneOf,
  optionalObject,
  optionalText,
  text,
} from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Order, Orders } from './orders.ts'

type Start = Pick<Order, 'course' | 'status'> &
  Partial<Pick<Order, 'reason' | 'apps' | 'codeUse' | 'payId'>>

/** What becomes of an order, by its code or alias. */
export function acceptOrder(body: Fields, orders: Orders): Order {
  oneOf(body, 'currency', ['PLN'])
  const orderId = text(body, 'orderId')
  const registerAlias = optionalObject(body, 'registerAlias')
  return {
    orderId,
    transactionId: newTransactionId(),
    amountMinor: amount(body),
    currency: 'PLN',
    notifyURL: text(body, 'notifyURL'),
    ...(registerAlias && registration(registerAlias)),
    ...start(orderId, body, orders),
  }
}

/** A PAYID is charged without its payer: the bank keeps what the payer has agreed to. */
function registration(alias: Fields): Pick<Order, 'registerAlias' | 'agreement'> {
  const registerAlias = text(alias, 'value')
  if (optionalText(alias, 'type') !== 'PAYID') return { registerAlias }
  const { limitMinor, cycleDays } = alias
  if (typeof limitMinor !== 'number') throw new InvalidField('limitMinor', 'a whole number')
  const expDate = optionalText(alias, 'expDate')
  const cycle = typeof cycleDays === 'number' ? { cycleDays } : {}
  return { registerAlias, agreement: { limitMinor, ...(expDate && { expDate }), ...cycle } }
}

/** An order that was cancelled before it came: it never will. */
export const cancelledOrder = (orderId: string): Order => ({
  orderId,
  transactionId: newTransactionId(),
  amountMinor: 0,
  currency: 'PLN',
  notifyURL: '',
  course: 'ignore',
  status: 'CANCELLED',
})

const newTransactionId = () => `BLIK${randomBytes(8).toString('hex').toUpperCase()}`

function start(orderId: string, body: Fields, orders: Orders): Start {
  const code = optionalText(body, 'code')
  if (code === undefined) return startByAlias(object(body, 'alias'), orders, amount(body))
  if (!/^\d{6}$/.test(code)) throw new InvalidField('code', 'six digits')
  const codeUse = hashUse(orderId, code)
  return orders.isSpent(codeUse) ? reject('CODE_INVALID') : { ...startByCode(code), codeUse }
}

function startByCode(code: string): Start {
  if (code === '100002') return reject('CODE_EXPIRED')
  const course = courseOfCode(code)
  return course ? { course, status: 'PENDING' } : reject('CODE_INVALID')
}

const apps = [
  { app: '1001', label: 'First Bank' },
  { app: '1002', label: 'Second Bank' },
]

function startByAlias(alias: Fields, orders: Orders, amountMinor: number): Start {
  const value = text(alias, 'value')
  if (optionalText(alias, 'type') === 'PAYID' && !value.startsWith('alias-'))
    return startByPayId(value, orders, amountMinor)
  const app = optionalText(alias, 'app')
  if (value === 'alias-two') {
    if (app === undefined) return { course: 'ignore', status: 'AMBIGUOUS', apps }
    return apps.some((each) => each.app === app) ? confirmable : reject('ALIAS_UNKNOWN')
  }
  return value === 'alias-one' || orders.isRegistered(value) ? confirmable : reject('ALIAS_UNKNOWN')
}

const DAY_MS = 86_400_000

/** Within what was agreed, and not before the next payment is due. */
function startByPayId(payId: string, orders: Orders, amountMinor: number): Start {
  const agreement = orders.agreementOf(payId)
  if (!agreement) return reject('ALIAS_UNKNOWN')
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  if (agreement.expDate !== undefined && agreement.expDate < today) return reject('ALIAS_EXPIRED')
  if (amountMinor > agreement.limitMinor) return reject('LIMIT_EXCEEDED')
  const dueAt = agreement.paidAt + (agreement.cycleDays ?? 0) * DAY_MS
  return Date.now() < dueAt ? reject('TOO_SOON') : { ...confirmable, payId }
}

const confirmable: Start = { course: 'confirm', status: 'PENDING' }

const reject = (reason: string): Start => ({ course: 'ignore', status: 'REJECTED', reason })

/** Test codes work for every payment, but within one payment a code is spent once it was sent. */
function hashUse(orderId: string, code: string): string {
  return createHash('sha256')
    .update(`${orderId.split('-')[0]}|${code}`)
    .digest('base64url')
}
