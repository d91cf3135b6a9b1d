import type { Command } from 'commander'
import type { RebuildApproval } from '../../postgres/approvals.ts'
import { useApproval } from '../../postgres/approvals.ts'
import { lookAgain } from '../../review/look-again.ts'
import { prove } from '../../review/prove.ts'
import type { Proof } from '../../review/prove.ts'
import { rebuild } from '../../review/rebuild.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { randomId } from '../../vault/random-id.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { sandboxLog } from '../incidents/sandbox-log.ts'
import { withReview } from '../incidents/with-review.ts'
import type { ReviewParts } from '../incidents/with-review.ts'
import { examples, print } from '../print.ts'
import { withConnections } from '../with-connections.ts'
import type { Instruction } from './instruct-payment.ts'
import { findPayment } from './instruct-payment.ts'
import { requestInstruction } from './request-instruction.ts'

/** `payment rebuild`: what a bad build has scheduled no good one can replay; from before it, both can. */
export function addRebuild(command: Command): void {
  command
    .command('rebuild')
    .description(
      'begin its workflow again from the last task that this build agrees with; a second person has to approve it',
    )
    .argument('<paymentId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())
    .addHelpText('after', examples('payment rebuild dyscz… --reason "build 3f2a9c1 was bad"'))
    .action((paymentId: string, { by, reason, json }: Instruction) =>
      withConnections(async ({ db }) => {
        const payment = await findPayment(db, paymentId)
        const request = { id: randomId(), paymentId: payment.id, reason, requestedBy: by }
        await requestInstruction(db, { ...request, command: { name: 'rebuild' } }, json)
      }),
    )
}

/** Carries out what another person has agreed to, and proves what came of it. */
export const carryOutRebuild = (
  approval: RebuildApproval,
  by: string,
  json: boolean | undefined,
): Promise<void> =>
  withReview(async (parts) => {
    const { id, command, paymentId, reason, requestedBy } = approval
    const { db, client, codec } = parts
    const bundle = await replayBundle(undefined)
    if (!(await useApproval(db, id, command, approval)))
      throw new CommandFailure(`${id} is no longer open`)
    const order = { reason: `${reason} (${requestedBy}, ${by})`, requestId: id }
    const rebuilt = await rebuild({ client, codec, bundle }, paymentId, order)
    const detail = { id, reason, approvedBy: by, ...rebuilt }
    const outcome = rebuilt ? 'done' : 'not needed'
    await audit(db, requestedBy, 'payment.rebuild', paymentId, outcome, detail)
    if (!rebuilt)
      throw new CommandFailure('this build agrees with its whole history: nothing to rebuild')
    const { findings } = await provedAfter(parts, bundle, paymentId)
    const done = `begun again from event ${String(rebuilt.fromEvent)} of ${String(rebuilt.historyEvents)}`
    const [finding] = findings
    if (finding)
      throw new CommandFailure(
        `${done}; not proved yet: ${finding.check}, ${finding.expected} expected and ${finding.found} found`,
      )
    print({ paymentId, ...rebuilt, findings }, `${done}, and proved`, json)
  })

/** The new run may still be taking over what stands. */
const provedAfter = (
  { db, client, codec }: ReviewParts,
  bundle: Awaited<ReturnType<typeof replayBundle>>,
  paymentId: string,
): Promise<Proof> =>
  lookAgain(
    () => prove({ db, client, codec, bundle, id: paymentId, providerLog: sandboxLog() }),
    ({ findings }) => findings.length === 0,
  )
