/** A dispute of a charge. */
export interface Dispute {
  id: string
  account: string
  intent: string
  charge: string
  amount: number
  currency: string
  status: string
  reason: string
  networkReason: string
  dueBy: number
  created: number
  /** What it has moved on the balance, by the names of the movements. */
  moved: DisputeMovement[]
  submissions: number
  evidence: string[]
}

export interface DisputeMovement {
  id: string
  amount: number
  fee: number
  created: number
}

/** How a dispute of a test card begins; of some the bank only warns. */
export interface Course {
  status: 'needs_response' | 'warning_needs_response' | 'early_fraud_warning'
  reason: string
  networkReason: string
}
