/** An operation on money that an earlier operation moved or held. */
export interface FollowUpRequest {
  reference: string
  originalReference: string
  /** The acquirer's own name of that operation, where it gave one. */
  originalAcquirerRef?: string
  amountMinor: number
  currency: string
  /** Of a capture: more may follow. Only asked of acquirers that take several. */
  keepsRest?: true
}

/** What became of money that was to go back; some providers know it by the charge alone. */
export type RefundQuestion = Pick<
  FollowUpRequest,
  'reference' | 'originalReference' | 'originalAcquirerRef'
>
