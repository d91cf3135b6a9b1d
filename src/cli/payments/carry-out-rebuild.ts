import type { RebuildApproval } from '../../postgres/approvals.ts'
import { useApproval } from '../../postgres/approvals.ts'
import { lookAgain } from '../../review/look-again.ts'
import { prove } from '../../review/prove.ts'
import type { Proof } from '../../review/prove.ts'
import { rebuild } from '../../review/rebuild.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { sandboxLog } from '../incidents/sandbox-log.ts'
import { withReview } from '../incidents/with-review.ts'
import type { ReviewParts } from '../incidents/with-review.ts'
import { print } from '../print.ts'

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
