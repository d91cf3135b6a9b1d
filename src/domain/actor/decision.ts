import type { RefusalCode } from '../refusal.ts'

/** A command's end: done (with what the caller is told), or refused with a reason. */
export type CommandOutcome =
  | { accepted: true; transId?: string; refundId?: string; refundIds?: string[] }
  | { accepted: false; code: RefusalCode }

/** What a message leads to: events, and for a command its outcome. */
export interface Decision<E> {
  events: E[]
  outcome: CommandOutcome
}

/** Something only the database can know at the moment of the commit. */
export type Wall =
  | 'orderPaid'
  | 'balanceShort'
  | 'batchClosed'
  | 'tokenTaken'
  | 'approvalMissing'
  | 'tooLate'
  | 'disputed'

export const accept = <E>(
  events: E[],
  made: { transId?: string; refundId?: string; refundIds?: string[] } = {},
): Decision<E> => ({ events, outcome: { accepted: true, ...made } })

/** Its caller was told that it will not happen: what it would have made is kept as something that did not. */
export const keepExpired = <E>(events: E[]): Decision<E> => ({
  ...refuse('command_expired'),
  events,
})

export const refuse = <E>(code: RefusalCode): Decision<E> => ({
  events: [],
  outcome: { accepted: false, code },
})
