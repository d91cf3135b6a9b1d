import type { Event } from './events.ts'
import { isStart } from './operations/index.ts'
import type { Payment } from './payment.ts'

/** What must hold in the database when a decision is committed; a wall comes back when it does not. */
export type OrderDemand = 'unpaid' | 'claim' | 'release'

/** Of the order: not paid yet when processing starts, ours when money is in, free again when it is back. */
export function orderDemand(before: Payment | undefined, events: Event[]): OrderDemand | undefined {
  if (events.some(({ type }) => type === 'authorized' || type === 'paid')) return 'claim'
  if (before?.phase === 'reversing' && events.some(({ type }) => type === 'cancelled'))
    return 'release'
  const fresh = !before || before.phase === 'gathering'
  return fresh && events.some(({ type }) => isStart(type)) ? 'unpaid' : undefined
}

/** A cancel of money at the acquirer must come before the close of its settlement batch. */
export const mustPrecedeBatch = (events: Event[]): boolean =>
  events.some(
    ({ type, call }) =>
      type === 'reversalStarted' && call?.reason === 'CANCEL' && call.kind === 'reverse',
  )
