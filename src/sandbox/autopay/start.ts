import type { BlikCourse } from '../blik-course.ts'
import { courseOfCode } from '../blik-course.ts'
import { randomBytes } from 'node:crypto'
import { InvalidField } from '../fields.ts'
import type { Call } from '../provider.ts'
import type { Books, Transaction } from './books.ts'
import { newRemoteId, stampNow } from './books.ts'
import { referenceIn, textIn } from './dialect.ts'

/** What becomes of a start: a transaction, or the reason why there is none. */
export type Started =
  | { type: 'begun'; transaction: Transaction }
  | { type: 'refused'; reason: string; apps?: readonly (readonly [key: string, label: string])[] }

const BLIK = ['509', '522', '524']

export const isBlik = (gatewayId: string): boolean => BLIK.includes(gatewayId)

/** The ways to pay. */
export const gateways = [
  { gatewayID: 106, name: 'Test bank', groupType: 'PBL', state: 'OK' },
  { gatewayID: 107, name: 'Second test bank', groupType: 'PBL', state: 'OK' },
  { gatewayID: 108, name: 'Bank on holiday', groupType: 'PBL', state: 'TEMPORARY_DISABLED' },
  { gatewayID: 509, name: 'BLIK', groupType: 'BLIK', state: 'OK' },
  { gatewayID: 522, name: 'BLIK, confirmed each time', groupType: 'BLIK', state: 'OK' },
  { gatewayID: 524, name: 'BLIK, agreed once', groupType: 'BLIK', state: 'OK' },
  { gatewayID: 1500, name: 'Cards', groupType: 'CARD', state: 'OK' },
  { gatewayID: 9, name: 'Transfer by hand', groupType: 'FR', state: 'OK' },
]

export function start(call: Call, books: Books): Started {
  const { body } = call
  const field = (name: string) => textIn(body, name)
  if (!/^[\w-]{1,32}$/.test(field('OrderID'))) throw new InvalidField('OrderID', 'a name')
  if (!/^\d{1,14}\.\d\d$/.test(field('Amount'))) throw new InvalidField('Amount', 'an amount')
  const gateway = gateways.find(({ gatewayID }) => String(gatewayID) === field('GatewayID'))
  if (gateway?.state !== 'OK') return { type: 'refused', reason: 'GATEWAY_UNAVAILABLE' }
  const known = books.ofOrder(field('ServiceID'), field('OrderID'))
  if (known.some(({ status }) => status === 'SUCCESS'))
    return { type: 'refused', reason: 'MULTIPLY_PAID_TRANSACTION' }
  if (books.closed.all.has(field('OrderID'))) return { type: 'refused', reason: 'ORDER_CANCELED' }
  const course = isBlik(field('GatewayID')) ? courseOf(field, books) : 'ignore'
  if (typeof course !== 'string') return course
  const uid = field('BlikUIDKey')
  const transaction: Transaction = {
    remoteId: newRemoteId(),
    serviceId: field('ServiceID'),
    orderId: field('OrderID'),
    reference: referenceIn(call),
    amount: field('Amount'),
    currency: field('Currency') || 'PLN',
    gatewayId: field('GatewayID'),
    returnUrl: field('ReturnURL'),
    course,
    ...(uid && { uid }),
    ...(field('RecurringAction') === 'INIT_WITH_PAYMENT' && { clientHash: newClientHash() }),
    status: 'PENDING',
    details: '',
    paidAt: stampNow(),
  }
  return { type: 'begun', transaction }
}

const newClientHash = (): string => randomBytes(20).toString('base64url').replace(/\d/g, 'x')

const apps = [
  ['1001', 'First Bank'],
  ['1002', 'Second Bank'],
] as const

type Refusal = Extract<Started, { type: 'refused' }>

const refuse = (reason: string): Refusal => ({ type: 'refused', reason })

function courseOf(
  field: (name: string) => string,
  { aliases, series }: Books,
): BlikCourse | Refusal {
  const code = field('AuthorizationCode')
  if (code === '100002') return refuse('TICKET_EXPIRED')
  if (code !== '') return courseOfCode(code) ?? refuse('WRONG_TICKET')
  if (field('RecurringAction') === 'AUTO')
    return series.all.has(field('ClientHash')) ? 'confirm' : refuse('RECURRENCY_NOT_FOUND')
  const uid = field('BlikUIDKey')
  if (uid === 'alias-two' && field('BlikAMKey') === '')
    return { type: 'refused', reason: 'ALIAS_NONUNIQUE', apps }
  const known = uid === 'alias-one' || uid === 'alias-two' || aliases.all.has(uid)
  return known ? 'confirm' : refuse('ALIAS_NOT_FOUND')
}
