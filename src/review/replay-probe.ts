import type { Sinks, WorkflowInterceptors, WorkflowInterceptorsFactory } from '@temporalio/workflow'
import { ContinueAsNew, proxySinks } from '@temporalio/workflow'
import { lookOn } from '../../workflows/look-on.ts'
import { getActivator } from '@temporalio/workflow/lib/global-attributes.js'

/** One thing that the workflow asked for: an activity, a timer, or a line of the journal. */
export interface Asked {
  kind: 'activity' | 'timer' | 'record'
  /** What tells it from another of its kind. */
  key: string
  /** What it is for. */
  summary: string
  /** Tells what was handed over from anything else, and nothing about it. */
  digest: string
}

/** What the workflow had written down, and what came of it. */
export interface RecordedStep {
  messageId: string
  version: number
  events: { type: string }[]
  status: string
  /** False when the commit was seen at another time than the decision: times in it may differ. */
  isSameTime: boolean
}

export interface ProbeSinks extends Sinks {
  probe: {
    asked(asked: Asked): void
    recorded(step: RecordedStep): void
    stands(state: unknown): void
    failed(message: string): void
  }
}

const { probe } = proxySinks<ProbeSinks>()

interface RecordInput {
  before?: { version: number }
  message: { id: string; command?: { name: string } }
  decision: { events: { type: string }[] }
  now?: number
}

/** Looks on while a history runs again: which decisions the code makes, and where it ends. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  lookOn.decided = (line) => {
    const { version, messageId } = line
    const events = line.events as { type: string }[]
    probe.recorded({ version, messageId, events, status: 'committed', isSameTime: true })
  }
  return onlookers
}

const onlookers: WorkflowInterceptors = {
  inbound: [
    {
      async execute(input, next) {
        try {
          return await next(input)
        } catch (error) {
          if (!(error instanceof ContinueAsNew)) probe.failed(String(error))
          throw error
        }
      },
    },
  ],
  outbound: [
    {
      async scheduleLocalActivity(input, next) {
        const [first] = input.args as [Partial<RecordInput> | undefined]
        const { before, message, decision, now } = first ?? {}
        const events = decision?.events ?? []
        const summary = `${message?.command?.name ?? message?.id ?? ''} → ${inWords(events)}`
        probe.asked({
          kind: 'record',
          key: input.activityType,
          summary,
          digest: digestOf(input.args),
        })
        const result = (await next(input)) as { status: string; now?: number } | undefined
        if (message)
          probe.recorded({
            messageId: message.id,
            version: (before?.version ?? 0) + 1,
            events,
            status: result?.status ?? '',
            isSameTime: result?.now === undefined || result.now === now,
          })
        return result
      },
      scheduleActivity(input, next) {
        const summary = input.options.summary ?? input.activityType
        probe.asked({
          kind: 'activity',
          key: input.activityType,
          summary,
          digest: digestOf(input.args),
        })
        return next(input)
      },
      startTimer(input, next) {
        const key = String(input.durationMs)
        const summary = input.options?.summary ?? `${key} ms`
        probe.asked({ kind: 'timer', key, summary, digest: '' })
        return next(input)
      },
    },
  ],
  internals: [
    {
      concludeActivation(input, next) {
        const output = next(input)
        const query = getActivator().queryHandlers.get('state')
        if (query) probe.stands(query.handler())
        return output
      },
    },
  ],
}

/** FNV-1a: the sandbox of workflows has no hashes of its own. */
function digestOf(value: unknown): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(value))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16)
}

const inWords = (events: { type: string }[]): string =>
  events.map(({ type }) => type).join(', ') || 'nothing'
