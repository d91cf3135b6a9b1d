import type { ReasonCode } from '../domain/reasons/reason.ts'

/** Money that a payer has paid, and that is ours only once it is taken. */
export interface TakeRequest {
  /** Our name of the charge. */
  orderId: string
  /** What was asked for: money of another sum is not taken. */
  amountMinor: number
  currency: string
  /** An alias that was to be registered with it, and whose it is. */
  registers?: { value: string; email: string }
}

export type TakeOutcome =
  | { type: 'paid'; transactionId: string; alias?: { value: string; status: string } }
  /** The payer has paid another sum. */
  | { type: 'otherMoney'; detail: string }
  | { type: 'refused'; rejectCode: ReasonCode; detail: string }
  | { type: 'pending' }
  | { type: 'unknown' }
