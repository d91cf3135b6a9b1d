import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { workflowIdOf } from '../src/domain/id.ts'
import { createActors } from '../src/gateway/actors.ts'
import type { Actors } from '../src/gateway/actors.ts'
import type { Log } from '../src/process/log.ts'
import type { DbPool } from '../src/postgres/db.ts'
import { alone, findLatest, listLatest } from '../src/postgres/processes/latest-rows.ts'
import type { LatestRow } from '../src/postgres/processes/latest-rows.ts'
import { lastRun } from '../src/review/ended-workflows.ts'
import type { Run } from '../src/review/ended-workflows.ts'
import { fetchHistory } from '../src/review/history.ts'
import type { History } from '../src/review/history.ts'
import { hasOpenTask, knownVersion } from '../src/review/known-version.ts'
import { isLeftAlone } from '../src/review/left-alone.ts'
import { lookAgain } from '../src/review/look-again.ts'
import { disputes, payments, revive, tokenizations, wakeOf } from './revivable.ts'
import type { Revivable } from './revivable.ts'

const MOST = 5_000
const AT_ONCE = 16
/** What a store lost are its last writes: where so many in a row are complete, all before them are. */
const COMPLETE_IN_A_ROW = 48

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
    await repairKind(parts, disputes)
  })
}

async function repairKind<S>(parts: Parts, kind: Revivable<S>): Promise<void> {
  const { client, db, log } = parts
  const actors = createActors(client)
  const ids = await listLatest(db, kind.workflow, MOST)
  const counts = { complete: 0, underWay: 0, behind: 0, missing: 0, unreadable: 0 }
  let inARow = 0
  for (let from = 0; from < ids.length && inARow < COMPLETE_IN_A_ROW; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    const found = await Promise.all(some.map((id) => repairOne(parts, actors, kind, id)))
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
  kind: Revivable<S>,
  id: string,
): Promise<Finding> {
  // Such as one whose code fails: `stuck` names it, and the others are healed all the same.
  const run = await lastRun(parts.client, workflowIdOf(kind.prefix, id)).catch(() => undefined)
  // Read after the look: whatever it had to say before it ended it has said by then.
  const [row] = await findLatest<S>(parts.db, kind.workflow, [id])
  if (!row) return 'complete'
  const finding = await findingOf(parts, kind, row, run).catch(() => 'unreadable' as const)
  if (isWoken(finding)) await actors.signal(kind.prefix, id, wakeOf(kind, row))
  if (finding === 'missing') await revive(parts.client, kind, row)
  return finding
}

async function findingOf<S>(
  { client, codec }: Parts,
  kind: Revivable<S>,
  row: LatestRow<S>,
  run: Run | undefined,
): Promise<Finding> {
  if (!run) return 'unreadable'
  if (run !== 'running')
    return isLeftAlone(!kind.isFinished(row.state), row, run) ? 'missing' : 'complete'
  const look = () => fetchHistory(client, codec, workflowIdOf(kind.prefix, row.id))
  const isComplete = (history: History) => knownVersion(history) >= row.version
  // A task that is under way writes down in the end what it knows.
  const history = await lookAgain(look, (seen) => isComplete(seen) || !hasOpenTask(seen))
  if (isComplete(history)) return 'complete'
  return hasOpenTask(history) ? 'underWay' : 'behind'
}
