import type { RebuildApproval } from '../../postgres/approvals.ts'
import { useApproval } from '../../postgres/approvals.ts'
import type { Refolding } from '../../postgres/review/refold-payment.ts'
import { readRefolding, refoldPayment } from '../../postgres/review/refold-payment.ts'
import { lookAgain } from '../../review/look-again.ts'
import { prove } from '../../review/prove.ts'
import type { Proof } from '../../review/prove.ts'
import { rebuild } from '../../review/rebuild.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { sandboxLog } from '../sandbox-log.ts'
import { withReview } from '../with-review.ts'
import type { ReviewParts } from '../with-review.ts'
import { findPayment } from './instruct-payment.ts'

/** Carries out what another person has agreed to, and proves what came of it. */
export const carryOutRebuild = (approval: RebuildApproval, caller: Caller): Promise<Answer> =>
  withReview(async (parts) => {
    const { id, command, paymentId, reason, requestedBy } = approval
    const { db, client, codec } = parts
    const bundle = await replayBundle(undefined)
    const refolding = await asAgreed(parts, approval)
    if (!(await useApproval(db, id, command, approval)))
      throw new CommandFailure(`${id} is no longer open`)
    if (refolding) await refoldPayment(db, refolding)
    const asked = { by: requestedBy, origin: caller.origin }
    const order = { reason: `${reason} (${requestedBy}, ${caller.by})`, requestId: id }
    const rebuilt = await rebuild({ client, codec, bundle }, paymentId, order)
    const row = refolding?.differences ?? []
    const detail = { id, reason, approvedBy: caller.by, row, ...rebuilt }
    const isDone = rebuilt !== undefined || refolding !== undefined
    const outcome = isDone ? 'done' : 'not needed'
    await audit(db, asked, 'payment.rebuild', paymentId, outcome, detail)
    if (!isDone)
      throw new CommandFailure(
        'its row is what its journal comes to, and this build agrees with its whole history: nothing to rebuild',
      )
    if (refolding?.held !== undefined) await letGoOn(parts, approval, asked)
    const { findings } = await provedAfter(parts, bundle, paymentId)
    const done = [
      ...(refolding
        ? [`${String(row.length)} places of its row written again from its journal`]
        : []),
      ...(rebuilt
        ? [
            `begun again from event ${String(rebuilt.fromEvent)} of ${String(rebuilt.historyEvents)}`,
          ]
        : []),
    ].join('; ')
    const [finding] = findings
    if (finding)
      throw new CommandFailure(
        `${done}; not proved yet: ${finding.check}, ${finding.expected} expected and ${finding.found} found`,
      )
    return { value: { paymentId, row, ...rebuilt, findings }, text: `${done}, and proved` }
  })

/** What two people have seen is what is written; what has changed since is asked for again. */
async function asAgreed(
  { db }: ReviewParts,
  { paymentId, command }: RebuildApproval,
): Promise<Refolding | undefined> {
  const refolding = await readRefolding(db, paymentId)
  const differences = refolding?.differences ?? []
  if (JSON.stringify(differences) !== JSON.stringify(inOrder(command.row ?? [])))
    throw new CommandFailure('its row differs otherwise than when it was asked for: ask again')
  return differences.length > 0 ? refolding : undefined
}

/** The database keeps the members of what was agreed to in an order of its own. */
const inOrder = (rows: NonNullable<RebuildApproval['command']['row']>) =>
  rows.map(({ path, row, journal }) => ({ path, row, journal }))

/** A payment that was held because of its row tries again what it was held for. */
async function letGoOn(
  parts: ReviewParts,
  { id, paymentId, reason }: RebuildApproval,
  asked: Caller,
): Promise<void> {
  const { sendInstruction } = await import('./send-instruction.ts')
  const payment = await findPayment(parts.db, paymentId)
  const meta = { commandId: `${id}resume`, actor: `operator/${asked.by}` } as const
  const { outcome } = await sendInstruction(parts, payment, { name: 'resume', reason }, meta)
  const came = outcome.accepted ? 'accepted' : outcome.code
  await audit(parts.db, asked, 'payment.resume', paymentId, came, { id, reason })
}

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
