import type { Client } from '@temporalio/client'
import { WithStartWorkflowOperation } from '@temporalio/client'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { closedLoop } from './measure.ts'

/** B: the least that a durable sale can cost. A bare workflow, one commit, one provider call. */
export function floorB(client: Client, clients: number, count: number): Promise<Measured> {
  return closedLoop(clients, count, () => create(client, randomUUID()))
}

/** C: the least that a durable command can cost. A message to a bare workflow, one commit. */
export async function floorC(client: Client, clients: number, count: number): Promise<Measured> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await closedLoop(16, count, (index) => create(client, ids[index] ?? ''))
  return closedLoop(clients, count, (index) =>
    client.workflow.getHandle(ids[index] ?? '').executeUpdate('command'),
  )
}

async function create(client: Client, workflowId: string): Promise<void> {
  const start = new WithStartWorkflowOperation('floor', {
    workflowId,
    taskQueue: 'floor',
    args: [],
    workflowIdConflictPolicy: 'FAIL',
  })
  await client.workflow.executeUpdateWithStart('create', { startWorkflowOperation: start })
}

/** The worker of the bare workflows, in a process of its own like ours. */
export function startFloorWorker(address: string, databaseUrl: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./floor-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, address, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('the floor worker ended'))
    })
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('worker ready')) resolve(child)
    })
  })
}
