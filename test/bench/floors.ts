import { WithStartWorkflowOperation } from '@temporalio/client'
import type { Client } from '@temporalio/client'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { StackFile } from '../../src/stack/stack-file.ts'
import type { Kept } from './floor-workflows.ts'

/** The least that Temporal and a commit cost, on the same servers. */
export interface Floors {
  /** B: a bare workflow, one commit, one provider call. */
  sale(): Promise<string>
  /** B′: the same with an eager start and local steps only, and what Temporal is to keep besides. */
  eagerSale(kept?: Kept): Promise<void>
  /** C: a message to a bare workflow, one commit. */
  command(workflowId: string): Promise<void>
  /** C′: a message, a commit, a provider call, a commit. */
  operation(workflowId: string): Promise<void>
  stop(): void
}

export async function startFloors(client: Client, info: StackFile): Promise<Floors> {
  const { child, untilDone } = await startWorker(info)
  const handle = (workflowId: string) => client.workflow.getHandle(workflowId)
  return {
    sale: async () => {
      const workflowId = randomUUID()
      const start = new WithStartWorkflowOperation('floor', {
        workflowId,
        taskQueue: 'floor',
        args: [],
        workflowIdConflictPolicy: 'FAIL',
      })
      await inTime(
        client.workflow.executeUpdateWithStart('create', { startWorkflowOperation: start }),
      )
      return workflowId
    },
    eagerSale: async (kept = {}) => {
      const workflowId = randomUUID()
      const done = untilDone(workflowId)
      child.send({ start: workflowId, kept })
      await done
    },
    command: async (workflowId) => {
      await inTime(handle(workflowId).executeUpdate('command'))
    },
    operation: async (workflowId) => {
      const done = untilDone(workflowId)
      await handle(workflowId).signal('operation')
      await done
    },
    stop: () => {
      child.disconnect()
    },
  }
}

/** Longer, and something is lost: better a failure in the table than a bench that hangs. */
const LONGEST_MS = 20_000

async function inTime<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const tooLong = sleep(LONGEST_MS, undefined, stop).then(() => {
    throw new Error('no end in time')
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    stop.abort()
    tooLong.catch(() => undefined)
    work.catch(() => undefined)
  }
}

interface FloorMessage {
  ready?: true
  done?: string
  problem?: string
}

/** A process of its own like ours, which also starts what is to begin eagerly. */
async function startWorker({
  temporal,
  postgresOwner,
  sandbox,
}: StackFile): Promise<{ child: ChildProcess; untilDone: (workflowId: string) => Promise<void> }> {
  const script = fileURLToPath(new URL('./floor-worker.ts', import.meta.url))
  // The least that a provider call can be: the smallest request to the process that is ours too.
  const args = [temporal, postgresOwner, `${sandbox}/health`]
  const child = fork(script, args, { execArgv: ['--import', 'tsx'] })
  const waiting = new Map<string, (problem?: string) => void>()
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('the worker of the floors ended'))
    })
    child.on('message', ({ ready, done, problem }: FloorMessage) => {
      if (ready) resolve()
      if (done !== undefined) waiting.get(done)?.(problem)
    })
  })
  const untilDone = (workflowId: string) =>
    new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => waiting.get(workflowId)?.('no end in time'), LONGEST_MS)
      waiting.set(workflowId, (problem) => {
        clearTimeout(tooLong)
        waiting.delete(workflowId)
        if (problem === undefined) resolve()
        else reject(new Error(problem))
      })
    })
  return { child, untilDone }
}
