import type { GivenReason } from '../reasons/given-reason.ts'
import { reasonGiven } from '../reasons/given-reason.ts'

/** How something is to end, and why; `transId` names the transaction that undoes it. */
export interface Ending extends GivenReason {
  status: 'rejected' | 'cancelled' | 'errored'
  transId?: string
}

type EndEvent = { [S in Ending['status']]: { type: S } & GivenReason }[Ending['status']]

/** The event that ends it so. */
export function endEvent({ status, ...ending }: Ending): EndEvent {
  const reason = reasonGiven(ending)
  switch (status) {
    case 'rejected':
      return { type: 'rejected', ...reason }
    case 'cancelled':
      return { type: 'cancelled', ...reason }
    case 'errored':
      return { type: 'errored', ...reason }
  }
}
