import type { Client } from '@temporalio/client'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { workflowIdOf } from '../src/domain/id.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { finished } from '../src/domain/payment/deadlines.ts'
import { finished as tokenizationFinished } from '../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../src/domain/tokenization/tokenization.ts'
import { createActors, reviveActor } from '../src/gateway/actors.ts'
import type { ActorKind, Actors, Revival } from '../src/gateway/actors.ts'
import { paymentRevival, tokenizationRevival } from '../src/gateway/revivals.ts'
import type { Log } from '../src/log.ts'
import type { DbPool } from '../src/postgres/db.ts'
import { alone, listLatest } from '../src/postgres/processes/latest-rows.ts'
import type { LatestRow } from '../src/postgres/processes/latest-rows.ts'
import { fetchHistory } from '../src/review/history.ts'
import type { History } from '../src/review/history.ts'
import { hasOpenTask, knownVersion } from '../src/review/known-version.ts'
import { lookAgain } from '../src/review/look-again.ts'

const MOST = 5_000
const AT_ONCE = 16
/** What a store lost are its last writes: where so many in a row are complete, all before them are. */
const COMPLETE_IN_A_ROW = 48
const RPC_MS = 10_000

interface Kind<S> extends ActorKind {
  isFinished(state: S): boolean
  revival(state: S): Revival
  /** It is never carried out: the message under its id stands in the journal. */
  wake: { name: string; reason?: string }
}

const payments: Kind<Payment> = {
  ...{ workflow: 'payment', prefix: 'pay', isFinished: finished, revival: paymentRevival },
  wake: { name: 'inquire' },
}
const tokenizations: Kind<Tokenization> = {
  ...{ workflow: 'tokenization', prefix: 'tok', isFinished: tokenizationFinished },
  revival: tokenizationRevival,
  wake: { name: 'resume', reason: 'repair' },
}

interface Parts {
  client: Client
  codec: PayloadCodec
  db: DbPool
  log: Log
}

type Finding = 'complete' | 'underWay' | 'behind' | 'missing' | 'unreadable'

/** One whose task is still under way is woken too: it may be behind, and if not it learns nothing new. */
const isWoken = (finding: Finding): boolean => finding === 'behind' || finding === 'underWay'

/**
 * Heals what a Temporal store that is older than Postgres does not know: after a power cut, or from a
 * backup. A workflow that is behind is woken and adopts what stands; one that is not there begins from
 * what stands. Both may be done again, by several processes, and change nothing that is committed:
 * calls that were sent are asked about, not sent again.
 */
export async function repairBehind(parts: Parts): Promise<void> {
  await alone(parts.db, 'tollgate repair', async () => {
    await repairKind(parts, payments)
    await repairKind(parts, tokenizations)
  })
}

async function repairKind<S>(parts: Parts, kind: Kind<S>): Promise<void> {
  const { client, db, log } = parts
  const actors = createActors(client)
  const rows = await listLatest<S>(db, kind.workflow, MOST)
  const counts = { complete: 0, underWay: 0, behind: 0, missing: 0, unreadable: 0 }
  let inARow = 0
  for (let from = 0; from < rows.length && inARow < COMPLETE_IN_A_ROW; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const found = await Promise.all(some.map((row) => repairOne(parts, actors, kind, row)))
    for (const finding of found) counts[finding] += 1
    const isHealed = found.some((finding) => isWoken(finding) || finding === 'missing')
    inARow = isHealed ? 0 : inARow + found.length
  }
  if (counts.behind + counts.missing === 0) return
  log.warn({ kind: kind.workflow, ...counts }, 'workflows were behind what is committed: healed')
}

async function repairOne<S>(
  parts: Parts,
  actors: Actors,
  kind: Kind<S>,
  row: LatestRow<S>,
): Promise<Finding> {
  const finding = await findingOf(parts, kind, row)
  if (isWoken(finding))
    await actors.tell(kind.prefix, row.id, {
      ...{ type: 'command', id: row.lastMessageId, command: kind.wake },
      ...{ actor: 'gateway', requestId: 'repair' },
    })
  if (finding === 'missing') {
    const { notificationSequence } = row.state as { notificationSequence: number }
    const notified = row.firstPending === null ? notificationSequence : row.firstPending - 1
    await reviveActor(parts.client, kind.revival(row.state), notified)
  }
  return finding
}

async function findingOf<S>(
  { client, codec }: Parts,
  { prefix, isFinished }: Kind<S>,
  { id, state, version, firstPending }: LatestRow<S>,
): Promise<Finding> {
  const workflowId = workflowIdOf(prefix, id)
  const handle = client.workflow.getHandle(workflowId)
  try {
    const { status } = await client.withDeadline(Date.now() + RPC_MS, () => handle.describe())
    // What has closed knew all that there was to know.
    if (status.name !== 'RUNNING') return 'complete'
    const look = () => fetchHistory(client, codec, workflowId)
    const isComplete = (history: History) => knownVersion(history) >= version
    // A task that is under way writes down in the end what it knows.
    const history = await lookAgain(look, (seen) => isComplete(seen) || !hasOpenTask(seen))
    if (isComplete(history)) return 'complete'
    return hasOpenTask(history) ? 'underWay' : 'behind'
  } catch (error) {
    // Such as one whose code fails: `stuck` names it, and the others are healed all the same.
    if (!(error instanceof WorkflowNotFoundError)) return 'unreadable'
    return isFinished(state) && firstPending === null ? 'complete' : 'missing'
  }
}
