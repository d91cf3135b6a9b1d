import { disputeExamples } from './examples/disputes.ts'
import { linkExamples } from './examples/links.ts'
import { otherExamples } from './examples/others.ts'
import { paymentCommandExamples } from './examples/payment-commands.ts'
import { paymentExamples } from './examples/payments.ts'
import type { ExamplesById } from './examples/samples.ts'
import { selfServiceExamples } from './examples/self-service.ts'
import { tokenizationExamples } from './examples/tokenizations.ts'

/**
 * Requests and answers as the reference shows them, by operationId. A test holds each against its
 * schema, and sends every request to a running stack.
 */
export const examples: ExamplesById = {
  ...otherExamples,
  ...paymentExamples,
  ...paymentCommandExamples,
  ...linkExamples,
  ...tokenizationExamples,
  ...disputeExamples,
  ...selfServiceExamples,
}
