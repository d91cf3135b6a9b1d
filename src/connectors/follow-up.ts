/** An operation on money that an earlier operation moved or held. */
export interface FollowUpRequest {
  reference: string
  originalReference: string
  amountMinor: number
  currency: string
}
