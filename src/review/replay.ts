import type { HistoryAndWorkflowId } from '@temporalio/client'
import type { InjectedSinks, ReplayResult, WorkflowBundleOption } from '@temporalio/worker'
import type { History } from './history.ts'
import { closedTail, openTail } from './open-tail.ts'
import type { Divergence, JournalLine } from './divergence.ts'
import { findDivergence } from './divergence.ts'
import type { Asked, ProbeSinks, RecordedStep } from './replay-probe.ts'
import { present } from '../domain/present.ts'

export interface Verdict {
  workflowId: string
  ok: boolean
  historyEvents: number
  /** The first place where then and now diverge. */
  divergence?: Divergence
  /** What the code would do next with what its history ends with. */
  next?: string
  /** The state that the code comes to. */
  state?: unknown
}

interface Replay {
  workflowId: string
  history: History
  /** What stands in the database: the same calls may hide another decision. */
  journal?: readonly JournalLine[]
}

/** Runs histories through one and the same workflow code, one after another. */
export interface Replayer {
  /** Says whether the code would do now what it did then. */
  replay(one: Replay): Promise<Verdict>
  /** The same, with all that the code did on its way. */
  examine(one: Replay): Promise<Examined>
  close(): Promise<void>
}

export interface Examined {
  verdict: Verdict
  asked: readonly Asked[]
  recorded: readonly RecordedStep[]
}

/** Runs one history. */
export async function replay({
  bundle,
  ...one
}: Replay & { bundle: WorkflowBundleOption }): Promise<Verdict> {
  const replayer = openReplayer(bundle)
  try {
    return await replayer.replay(one)
  } finally {
    await replayer.close()
  }
}

/**
 * One worker for as many histories as are wanted: a worker for each would read its code anew and keep
 * some megabytes for ever. One that breaks is replaced with the next history.
 */
export function openReplayer(bundle: WorkflowBundleOption): Replayer {
  let next: HistoryAndWorkflowId | undefined
  let seen = newSight('')
  let results: AsyncIterableIterator<ReplayResult> | undefined
  // The worker asks for a history when it is asked for a result.
  async function* feed(): AsyncGenerator<HistoryAndWorkflowId, void, undefined> {
    for (let one = await Promise.resolve(next); one; one = next) yield one
  }
  /** Says what broke. */
  const run = async (one: HistoryAndWorkflowId): Promise<unknown> => {
    next = one
    try {
      const sinks = sinksInto(() => seen)
      const { Worker } = await quietEngine()
      results ??= Worker.runReplayHistories({ workflowBundle: bundle, sinks }, feed())
      const result = await results.next()
      return result.done === true ? new Error('the replay ended') : result.value.error
    } catch (error) {
      results = undefined
      return error
    }
  }
  const examine = async ({ workflowId, history, journal }: Replay): Promise<Examined> => {
    const sight = (seen = newSight(workflowId))
    const open = openTail(history)
    const closed = closedTail(open)
    let problem = await run({ workflowId, history: open })
    seen = newSight('')
    if (closed) problem ??= await run({ workflowId, history: closed })
    const { asked, recorded } = sight
    return { asked, recorded, verdict: verdictOf({ workflowId, history, journal, sight, problem }) }
  }
  return {
    examine,
    replay: async (one) => (await examine(one)).verdict,
    close: async () => {
      next = undefined
      await results?.return?.()
    },
  }
}

/** What the probe has seen of one history. */
interface Sight {
  workflowId: string
  asked: Asked[]
  recorded: RecordedStep[]
  state: unknown
  failure: string | undefined
}

const newSight = (workflowId: string): Sight => ({
  workflowId,
  asked: [],
  recorded: [],
  state: undefined,
  failure: undefined,
})

function sinksInto(sight: () => Sight): InjectedSinks<ProbeSinks> {
  // What comes late from the history before belongs to nobody.
  const to =
    <T>(note: (seen: Sight, value: T) => void) =>
    ({ workflowId }: { workflowId: string }, value: T) => {
      if (sight().workflowId === workflowId) note(sight(), value)
    }
  const always = { callDuringReplay: true }
  return {
    probe: {
      asked: { fn: to<Asked>((seen, one) => void seen.asked.push(one)), ...always },
      recorded: { fn: to<RecordedStep>((seen, one) => void seen.recorded.push(one)), ...always },
      stands: { fn: to<unknown>((seen, state) => void (seen.state = state)), ...always },
      failed: { fn: to<string>((seen, message) => void (seen.failure = message)), ...always },
    },
  }
}

function verdictOf({
  workflowId,
  history,
  journal,
  sight: { asked, recorded, state, failure },
  problem,
}: {
  workflowId: string
  history: History
  journal: readonly JournalLine[] | undefined
  sight: Sight
  problem: unknown
}): Verdict {
  // Nobody does anything in a replay: beyond its history, the code gets no further than asking.
  const isBeyond = failure !== undefined && /not registered on worker/.test(failure)
  // The engine knows a failure of the code only as it is encoded for the server; the probe heard its words.
  const found = isBeyond ? problem : (failure ?? problem)
  const divergence = findDivergence({ history, asked, recorded, journal, problem: found })
  return {
    workflowId,
    ok: divergence === undefined,
    historyEvents: history.events?.length ?? 0,
    ...present({ divergence }),
    ...(isBeyond && asked.length > 0 && { next: asked.at(-1)?.summary ?? '' }),
    ...(state !== undefined && state !== null && { state }),
  }
}

/**
 * The engine, loaded with the first history: who only looks at a payment does not wait for it. It would
 * print its own complaint beside our verdict; a process that has one keeps it.
 */
async function quietEngine() {
  await import('./lazy-stacks.ts')
  const engine = await import('@temporalio/worker')
  const { DefaultLogger, Runtime } = engine
  try {
    Runtime.install({
      logger: new DefaultLogger('ERROR', () => undefined),
      telemetryOptions: { logging: { forward: {}, filter: 'OFF' } },
      shutdownSignals: [],
    })
  } catch {
    // It was installed before.
  }
  return engine
}
