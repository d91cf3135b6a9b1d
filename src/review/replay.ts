import type { InjectedSinks, WorkflowBundleOption } from '@temporalio/worker'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import type { History } from './history.ts'
import { openTail } from './open-tail.ts'
import type { JournalLine, Parting } from './parting.ts'
import { findParting } from './parting.ts'
import type { Asked, ProbeSinks, RecordedStep } from './replay-probe.ts'

export interface Verdict {
  workflowId: string
  ok: boolean
  historyEvents: number
  /** The first place where then and now part. */
  parting?: Parting
  /** What the code would do next with what its history ends with. */
  next?: string
  /** The state that the code comes to. */
  state?: unknown
}

interface Replay {
  workflowId: string
  history: History
  bundle: WorkflowBundleOption
  /** What stands in the database: the same calls may hide another decision. */
  journal?: readonly JournalLine[]
}

/** Runs a history through workflow code and says whether it would do now what it did then. */
export async function replay({ workflowId, history, bundle, journal }: Replay): Promise<Verdict> {
  quietRuntime()
  const asked: Asked[] = []
  const recorded: RecordedStep[] = []
  let state: unknown
  let failure: string | undefined
  const sinks: InjectedSinks<ProbeSinks> = {
    probe: {
      asked: { fn: (_, one) => void asked.push(one), callDuringReplay: true },
      recorded: { fn: (_, step) => void recorded.push(step), callDuringReplay: true },
      stands: { fn: (_, now) => void (state = now), callDuringReplay: true },
      failed: { fn: (_, message) => void (failure = message), callDuringReplay: true },
    },
  }
  let problem: unknown
  try {
    const open = openTail(history)
    await Worker.runReplayHistory({ workflowBundle: bundle, sinks }, open, workflowId)
  } catch (error) {
    problem = error
  }
  // Nobody does anything in a replay: beyond its history, the code gets no further than asking.
  const isBeyond = failure !== undefined && /not registered on worker/.test(failure)
  problem ??= isBeyond ? undefined : failure
  const parting = findParting({ history, asked, recorded, journal, problem })
  return {
    workflowId,
    ok: parting === undefined,
    historyEvents: history.events?.length ?? 0,
    ...(parting && { parting }),
    ...(isBeyond && asked.length > 0 && { next: asked.at(-1)?.summary ?? '' }),
    ...(state !== undefined && state !== null && { state }),
  }
}

/** The engine would print its own complaint beside our verdict; a process that has one keeps it. */
function quietRuntime(): void {
  try {
    Runtime.install({
      logger: new DefaultLogger('ERROR', () => undefined),
      telemetryOptions: { logging: { forward: {}, filter: 'OFF' } },
      shutdownSignals: [],
    })
  } catch {
    // It was installed before.
  }
}
