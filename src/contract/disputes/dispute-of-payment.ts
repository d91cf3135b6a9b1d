import { z } from 'zod'
import { shownStatuses } from '../../domain/dispute/words.ts'
import { Major } from '../amount.ts'

export const DisputeStatus = z
  .enum(shownStatuses)
  .describe(
    'NEEDS_RESPONSE waits for you until dueBy; SUBMITTING and ACCEPTING are answers of yours on their way; ' +
      'UNDER_REVIEW waits for the provider; all others are ends',
  )
/** As the reads of its payment name it. */
export const DisputeOfPayment = z
  .object({
    disputeId: z.string().describe('Id of the dispute'),
    status: DisputeStatus,
    amount: Major.describe('What is contested'),
  })
  .meta({ id: 'DisputeOfPayment' })
