import type { Sealing } from './hash.ts'
import { openField } from './sealed-field.ts'
import type { MessageReader, Sealed } from './sealed-field.ts'

/** What is told of a series that a payer has agreed to, once it is proven. */
export type RecurringNews =
  | { type: 'forged' }
  | { type: 'garbled' }
  /** Later payments go by this name. */
  | { type: 'activated'; orderId: string; clientHash: string; sealing: Sealing }
  | { type: 'deactivated'; clientHash: string; sealing: Sealing }

/** How the members begin, in the order of the hash. */
const ORDER = /^orderID remoteID amount currency\b/
const DATA = /^(recurringAction )?clientHash\b/

/** Reads the field `recurring`: that a series has begun (RPAN), or has ended (RPDN). */
export function readRecurring(field: string, reader: MessageReader): RecurringNews {
  const begun = openField(field, 'recurringActivation', reader)
  const ended = begun ? undefined : openField(field, 'recurringDeactivation', reader)
  const sealed = begun ?? ended
  if (!sealed) return { type: 'forged' }
  const { sealing } = sealed
  const clientHash = memberOf(sealed, 'recurringData', DATA, 'clientHash')
  if (clientHash === undefined || !/^[\w.+/=-]{1,64}$/.test(clientHash)) return { type: 'garbled' }
  if (ended) return { type: 'deactivated', clientHash, sealing }
  const orderId = memberOf(sealed, 'transaction', ORDER, 'orderID')
  return orderId !== undefined && /^[\w-]{1,32}$/.test(orderId)
    ? { type: 'activated', orderId, clientHash, sealing }
    : { type: 'garbled' }
}

/** A value that moved from one member to the next would leave the hash as it is. */
function memberOf(
  { root }: Sealed,
  parent: string,
  beginning: RegExp,
  wanted: string,
): string | undefined {
  const [found, ...others] = root.children.filter(({ name }) => name === parent)
  const members = found?.children ?? []
  const isInOrder = beginning.test(members.map(({ name }) => name).join(' '))
  return others.length === 0 && isInOrder
    ? members.find(({ name }) => name === wanted)?.text.trim()
    : undefined
}
