/** How something is to end, and why; `transId` names the transaction that undoes it. */
export interface Ending {
  status: 'rejected' | 'cancelled' | 'errored'
  rejectCode: string
  transId?: string
}
