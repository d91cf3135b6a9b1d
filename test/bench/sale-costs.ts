import type { Client } from '@temporalio/client'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Stack } from '../../src/stack/launch.ts'
import { cpuMs, databaseCosts } from './costs.ts'
import { closedLoop, print } from './measure.ts'
import type { Shop } from './shop.ts'

/** What one sale costs each process and the database, by difference over many. */
export async function saleCosts(
  { stack, db, client }: { stack: Stack; db: pg.Client; client: Client },
  shop: Shop,
  count: number,
): Promise<void> {
  const names = stack.processes.map(({ name }) => name)
  const cpu = () => names.map((name) => cpuMs(stack.process(name).pid ?? 0))
  const [cpuBefore, dbBefore] = [cpu(), await databaseCosts(db)]
  const paymentIds: string[] = []
  const done = await closedLoop(32, count, async () =>
    paymentIds.push(await shop.completed(randomUUID())),
  )
  const [cpuAfter, dbAfter] = [cpu(), await databaseCosts(db)]
  print('A sale until COMPLETED, 32 clients (ms)', [
    { 'per s': done.perSecond, p50: done.p50, p95: done.p95, p99: done.p99 },
  ])
  print(
    'CPU ms per sale',
    names.map((name, index) => ({
      process: name,
      ms: ((cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)) / count,
    })),
  )
  const history = await historyOf(client, paymentIds[0] ?? '')
  const perSale = (of: 'transactions' | 'tableBytes' | 'walBytes') =>
    (dbAfter[of] - dbBefore[of]) / count
  print('Stored per sale', [
    {
      'history events': history.events,
      'history bytes': history.bytes,
      'Postgres transactions': perSale('transactions'),
      'table bytes': perSale('tableBytes'),
      'WAL bytes': perSale('walBytes'),
    },
  ])
}

async function historyOf(client: Client, paymentId: string) {
  const { workflowExecutionInfo: info } = await client.workflowService.describeWorkflowExecution({
    namespace: client.options.namespace,
    execution: { workflowId: `pay/${paymentId}` },
  })
  return { events: Number(info?.historyLength), bytes: Number(info?.historySizeBytes) }
}
