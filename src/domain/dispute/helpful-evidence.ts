import type { DisputeReason, EvidenceKind } from './words.ts'

/** What has a bank decide for the merchant, by the reason of a dispute; the strongest first. */
export const helpfulEvidence: Readonly<Record<DisputeReason, readonly EvidenceKind[]>> = {
  FRAUD: ['access_log', 'customer_signature', 'shipping_proof', 'customer_communication'],
  NOT_RECEIVED: ['shipping_proof', 'service_proof', 'customer_signature', 'customer_communication'],
  NOT_AS_DESCRIBED: ['customer_communication', 'service_proof', 'refund_policy'],
  DUPLICATE: ['duplicate_proof', 'receipt'],
  CREDIT_NOT_PROCESSED: ['refund_policy', 'customer_communication', 'receipt'],
  SUBSCRIPTION_CANCELLED: ['cancellation_policy', 'access_log', 'customer_communication'],
  UNRECOGNIZED: ['receipt', 'access_log', 'customer_communication'],
  AUTHORIZATION: ['receipt', 'customer_signature'],
  PROCESSING: ['receipt', 'customer_communication'],
  OTHER: ['receipt', 'customer_communication', 'other'],
}
