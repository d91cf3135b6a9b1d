import type { ReasonCode } from '../reasons/reason.ts'
/** How something is to end, and why; `transId` names the transaction that undoes it. */
export interface Ending {
  status: 'rejected' | 'cancelled' | 'errored'
  rejectCode: ReasonCode
  transId?: string
}

type EndEvent = {
  [S in Ending['status']]: { type: S; rejectCode: ReasonCode }
}[Ending['status']]

/** The event that ends it so. */
export function endEvent({ status, rejectCode }: Ending): EndEvent {
  switch (status) {
    case 'rejected':
      return { type: 'rejected', rejectCode }
    case 'cancelled':
      return { type: 'cancelled', rejectCode }
    case 'errored':
      return { type: 'errored', rejectCode }
  }
}
