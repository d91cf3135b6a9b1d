import { randomUUID } from 'node:crypto'
import type { Entry, Journal } from './journal.ts'
import { log } from './log.ts'

export interface Scheduler {
  /** Names what may fall due. A handler may run twice for one task when the process was killed. */
  handle<Data>(kind: string, handler: (data: Data) => Promise<void> | void): Plan<Data>
  /** Waits for the task that this entry, now recorded, has planned; resolves when it has run. */
  settled(entry: Entry): Promise<void>
  /** Sets the clocks of everything that was planned before this start. */
  start(): void
  stop(): void
}

/** An entry for the journal: the task exists from the moment it is recorded. */
export type Plan<Data> = (data: Data, afterMs?: number) => Entry

interface Task {
  id: string
  kind: string
  dueAt: number
  data: unknown
}

export function createScheduler(journal: Journal): Scheduler {
  const handlers = new Map<string, (data: never) => Promise<void> | void>()
  const waiting = new Map<string, Task>()
  const running = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let started = false

  const planned = journal.topic<Task>('task.planned', (task) => {
    waiting.set(task.id, task)
    if (started) arm(task)
  })
  const finished = journal.topic<{ id: string }>('task.finished', ({ id }) => waiting.delete(id))

  function arm(task: Task): void {
    const run = new Promise<void>((resolve) => {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          void perform(task).finally(resolve)
        },
        Math.max(0, task.dueAt - Date.now()),
      )
      timers.add(timer)
    })
    running.set(task.id, run)
    void run.finally(() => running.delete(task.id))
  }

  async function perform(task: Task): Promise<void> {
    try {
      await handlers.get(task.kind)?.(task.data as never)
    } catch (error) {
      log('task failed', { kind: task.kind, error: String(error) })
    }
    if (started) journal.record(finished({ id: task.id }))
  }

  return {
    handle(kind, handler) {
      handlers.set(kind, handler)
      return (data, afterMs = 0) =>
        planned({ id: randomUUID(), kind, dueAt: Date.now() + afterMs, data })
    },
    settled: (entry) => running.get((entry.event as Task).id) ?? Promise.resolve(),
    start() {
      started = true
      waiting.forEach(arm)
    },
    stop() {
      started = false
      timers.forEach(clearTimeout)
      timers.clear()
    },
  }
}
