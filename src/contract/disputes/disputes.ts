import { z } from 'zod'
import { evidenceTypes } from '../../domain/dispute/dispute.ts'
import { disputeReasons, evidenceKinds, moveKinds, stages } from '../../domain/dispute/words.ts'
import { Major } from '../amount.ts'
import { body } from '../body.ts'
import { CARD_NUMBER_PROBLEM, hasNoCardNumber, Id, optional, Time } from '../fields.ts'
import { nextCursor, paging } from '../lists.ts'
import { DisputeStatus } from './dispute-of-payment.ts'
import { moment, repeatable } from '../wire/queries.ts'

const Stage = z
  .enum(stages)
  .describe('How far it has gone; each stage asks for an answer of its own')
const Kind = z.enum(evidenceKinds)

export const DisputesQuery = z.strictObject(
  {
    status: optional(repeatable(DisputeStatus)),
    stage: optional(Stage),
    paymentId: optional(Id.describe('Those of one payment')),
    dueBefore: optional(moment('To be answered before')),
    createdFrom: optional(moment('Heard of then or later')),
    createdTo: optional(moment('Heard of before')),
    ...paging,
  },
  { error: 'is not a filter of this list' },
)

export const Evidence = z
  .object({
    kind: Kind.describe('What it shows'),
    text: optional(z.string().describe('What was written')),
    file: optional(
      z
        .object({
          name: z.string().describe('How it goes out'),
          type: z.enum(evidenceTypes).describe('Media type'),
          size: z.int().describe('In bytes'),
          sha256: z.string().describe('Of its bytes, in hex'),
        })
        .describe('What was sent as a file'),
    ),
  })
  .meta({ id: 'DisputeEvidence' })

export const Dispute = z
  .object({
    disputeId: z.string().describe('Id of the dispute'),
    paymentId: z.string(),
    extOrderId: optional(z.string()),
    stage: Stage,
    status: DisputeStatus,
    reason: z.enum(disputeReasons).describe('Why the payer, or its bank, contests the payment'),
    networkReason: optional(z.string().describe("The card network's own code of the reason")),
    amount: Major.describe('What is contested'),
    currency: z.string(),
    dueBy: optional(Time.describe('Evidence is taken until then; silence loses')),
    problem: optional(z.string().describe('Why what was sent last was not taken')),
    createdAt: Time,
    updatedAt: Time,
    moves: z
      .array(
        z.object({
          at: Time,
          kind: z
            .enum(moveKinds)
            .describe('Taken from your balance, given back, or what the provider charges for it'),
          amount: Major,
        }),
      )
      .describe('Each move of its money, in order; an inquiry moves nothing'),
    evidence: optional(z.array(Evidence).describe('What is put forward, one of each kind')),
  })
  .meta({ id: 'Dispute' })

export const DisputePage = z
  .object({
    disputes: z
      .array(Dispute)
      .describe('What waits for you first, by its deadline; then the newest'),
    nextCursor,
  })
  .meta({ id: 'DisputePage' })

const MOST_CHARACTERS = 20_000

export const EvidenceText = z
  .object({
    text: z
      .string('must be text')
      .min(1, 'must not be empty')
      .max(MOST_CHARACTERS, `must have at most ${String(MOST_CHARACTERS)} characters`)
      .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
      .describe('In your own words, as the bank is to read it'),
  })
  .meta({ id: 'EvidenceText' })

export const EvidencePath = z.object({
  disputeId: Id.describe('The dispute, as the list of disputes names it'),
  kind: z
    .enum(evidenceKinds, `must be one of ${evidenceKinds.join(', ')}`)
    .describe('What it shows; a second one of a kind replaces the first'),
})

export const DisputeCommandRequest = body(z.object({}).meta({ id: 'DisputeCommandRequest' }))

/** What the acquirer of the installation tells; its connector reads it. */
export const DisputeMessage = z
  .object({
    disputeId: z.string().describe("The acquirer's own id of the dispute"),
    reference: z.string().describe('Our reference of the charge'),
    stage: z.string().describe('How far it has gone'),
    status: z.string().describe('What is waited for, or how it has ended'),
    reason: z.string().describe('Why the charge is contested'),
    amountMinor: z.int().describe('In minor units'),
    at: Time,
    moves: z.array(z.unknown()).describe('Each move of its money so far'),
  })
  .meta({ id: 'DisputeMessage' })
