import type { Client } from '@temporalio/client'
import { WorkflowNotFoundError } from '@temporalio/client'
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

type Finding = 'complete' | 'behind' | 'missing' | 'unreadable'

/**
 * Heals what a Temporal store that is older than Postgres does not know: after a power cut, or from a
 * backup. A workflow that is behind is woken and adopts what stands; one that is not there begins from
 * what stands. Both may be done again, by several processes, and change nothing that is committed:
 * calls that were sent are asked about, not sent again.
 */
export async function repairBehind(parts: { client: Client; db: DbPool; log: Log }): Promise<void> {
  await alone(parts.db, 'tollgate repair', async () => {
    await repairKind(parts, payments)
    await repairKind(parts, tokenizations)
  })
}

async function repairKind<S>(
  { client, db, log }: { client: Client; db: DbPool; log: Log },
  kind: Kind<S>,
): Promise<void> {
  const actors = createActors(client)
  const rows = await listLatest<S>(db, kind.workflow, MOST)
  const counts = { complete: 0, behind: 0, missing: 0, unreadable: 0 }
  let inARow = 0
  for (let from = 0; from < rows.length && inARow < COMPLETE_IN_A_ROW; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const found = await Promise.all(some.map((row) => repairOne(client, actors, kind, row)))
    for (const finding of found) counts[finding] += 1
    const isHealed = found.some((finding) => finding === 'behind' || finding === 'missing')
    inARow = isHealed ? 0 : inARow + found.length
  }
  if (counts.behind + counts.missing === 0) return
  log.warn({ kind: kind.workflow, ...counts }, 'workflows were behind what is committed: healed')
}

async function repairOne<S>(
  client: Client,
  actors: Actors,
  kind: Kind<S>,
  row: LatestRow<S>,
): Promise<Finding> {
  const finding = await findingOf(client, kind, row)
  if (finding === 'behind')
    await actors.tell(kind.prefix, row.id, {
      ...{ type: 'command', id: row.lastMessageId, command: kind.wake },
      ...{ actor: 'gateway', requestId: 'repair' },
    })
  if (finding === 'missing') {
    const { notificationSequence } = row.state as { notificationSequence: number }
    const notified = row.firstPending === null ? notificationSequence : row.firstPending - 1
    await reviveActor(client, kind.revival(row.state), notified)
  }
  return finding
}

async function findingOf<S>(
  client: Client,
  { prefix, isFinished }: Kind<S>,
  { id, state, version, firstPending }: LatestRow<S>,
): Promise<Finding> {
  const handle = client.workflow.getHandle(workflowIdOf(prefix, id))
  try {
    const known = await client.withDeadline(Date.now() + RPC_MS, async () => {
      const { status } = await handle.describe()
      // What has closed knew all that there was to know.
      if (status.name !== 'RUNNING') return { version }
      return handle.query<{ version: number } | undefined>('state')
    })
    return (known?.version ?? 0) < version ? 'behind' : 'complete'
  } catch (error) {
    // Such as one whose code fails: `stuck` names it, and the others are healed all the same.
    if (!(error instanceof WorkflowNotFoundError)) return 'unreadable'
    return isFinished(state) && firstPending === null ? 'complete' : 'missing'
  }
}
