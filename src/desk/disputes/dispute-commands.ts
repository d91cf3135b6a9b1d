import { z } from 'zod'
import type { DisputeCommand } from '../../domain/dispute/commands.ts'
import type { DisputeInstruction } from '../../postgres/approvals.ts'
import { randomId } from '../../vault/random-id.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand } from '../command.ts'
import { reason, text } from '../fields.ts'
import { requestInstruction } from '../payments/request-instruction.ts'
import { withConnections } from '../with-connections.ts'
import { withReview } from '../with-review.ts'
import { findDispute, instructDispute } from './instruct-dispute.ts'

const input = z.strictObject({ disputeId: text('disputeId', 'of the dispute'), reason })
const examples = [{ disputeId: 'ecvzgwxwgyvhbmhndysczfmmcuf', reason: 'case 4711' }]
const common = { role: 'operator', input, takes: ['disputeId'], examples } as const

type Rule = Pick<DeskCommand, 'name' | 'description' | 'because'>

/** What operators may ask of a dispute. */
export const disputeCommands: readonly DeskCommand[] = [
  byOne((given) => ({ name: 'hold', reason: given.reason }), {
    name: 'disputes hold',
    description: 'stop the dispute until it is resumed',
    because: 'in an incident one person must be able to stop it',
  }),
  byOne((given) => ({ name: 'resume', reason: given.reason }), {
    name: 'disputes resume',
    description: 'let a held dispute go on',
    because: 'the dispute goes on as it would have',
  }),
  byOne(() => ({ name: 'inquire' }), {
    name: 'disputes inquire',
    description: 'ask the provider now how it stands instead of at the next turn',
    because: 'it asks the provider what is so',
  }),
  byTwo('submit', {
    name: 'disputes submit',
    description: 'send the evidence on behalf of the merchant',
    because: 'money hangs on it, and it is sent once',
  }),
  byTwo('accept', {
    name: 'disputes accept',
    description: 'give in on behalf of the merchant',
    because: 'the money stays with the payer',
  }),
]

function byOne(
  commandOf: (given: z.output<typeof input>) => DisputeCommand,
  rule: Rule,
): DeskCommand {
  return deskCommand({
    ...rule,
    ...common,
    people: 'one',
    carryOut: (given, caller) =>
      withReview(async (parts) => {
        const dispute = await findDispute(parts.db, given.disputeId)
        const why = { commandId: randomId(), reason: given.reason }
        return instructDispute(parts, dispute, commandOf(given), { ...caller, ...why })
      }),
  })
}

/** It happens when another person has agreed. */
function byTwo(name: DisputeInstruction['name'], rule: Rule): DeskCommand {
  return deskCommand({
    ...rule,
    ...common,
    people: 'two',
    description: `${rule.description}; a second person has to approve it`,
    carryOut: (given, caller) =>
      withConnections(async ({ db }) => {
        const { id: disputeId } = await findDispute(db, given.disputeId)
        const asking = { ...caller, reason: given.reason }
        return requestInstruction(db, { disputeId, command: { name } }, asking)
      }),
  })
}
