import type { Client } from '@temporalio/client'
import type { Shop } from './shop.ts'
import { databaseCosts } from './costs.ts'
import { statementsDuring } from './statements.ts'
import type { World } from './world.ts'

/** What one sale leaves behind and asks of the servers. */
export interface StoredPerSale {
  events: number
  workflowTasks: number
  historyBytes: number
  statements: number
  transactions: number
  tableBytes: number
  walBytes: number
}

const SAMPLE = 20

export async function storedPerSale(
  { db, client, stack }: World,
  shop: Shop,
): Promise<StoredPerSale> {
  const before = await databaseCosts(db)
  const paymentIds: string[] = []
  const sell = async () => {
    while (paymentIds.length < SAMPLE) paymentIds.push((await shop.sale()).paymentId)
  }
  const statements = await statementsDuring(db, stack.process('postgres').output.path, sell)
  const after = await databaseCosts(db)
  const histories = await Promise.all(paymentIds.map((id) => historyOf(client, id)))
  const mean = (figure: 'events' | 'workflowTasks' | 'historyBytes') =>
    histories.reduce((sum, history) => sum + history[figure], 0) / SAMPLE
  return {
    events: mean('events'),
    workflowTasks: mean('workflowTasks'),
    historyBytes: mean('historyBytes'),
    statements: statements / SAMPLE,
    transactions: (after.transactions - before.transactions) / SAMPLE,
    tableBytes: (after.tableBytes - before.tableBytes) / SAMPLE,
    walBytes: (after.walBytes - before.walBytes) / SAMPLE,
  }
}

async function historyOf(client: Client, paymentId: string) {
  const workflowId = `pay/${paymentId}`
  const { workflowExecutionInfo: info } = await client.workflowService.describeWorkflowExecution({
    namespace: client.options.namespace,
    execution: { workflowId },
  })
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  return {
    events: Number(info?.historyLength),
    historyBytes: Number(info?.historySizeBytes),
    workflowTasks: (events ?? []).filter((event) => event.workflowTaskStartedEventAttributes)
      .length,
  }
}
