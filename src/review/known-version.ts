import type { RecordedAt } from '../domain/actor/entry.ts'
import type { History, HistoryEvent } from './history.ts'
import { localActivityOf } from './history.ts'
import { jsonOf } from './payloads.ts'

/**
 * How far a workflow knows its journal, told by its own history alone. Nobody asks a workflow that runs:
 * a question beside a commit that is under way can break its history (docs/decisions/0019).
 */
export function knownVersion({ events }: History): number {
  let version = 0
  for (const event of events ?? []) {
    const { workflowExecutionStartedEventAttributes: start } = event
    version = start ? versionAtStart(start.input?.payloads?.[0]) : afterCommit(version, event)
  }
  return version
}

/** Whether a task of it is to be done, or done again. */
export function hasOpenTask({ events }: History): boolean {
  const last = events?.at(-1)
  return OPEN.some((attributes) => last?.[attributes])
}

const OPEN = [
  'workflowTaskScheduledEventAttributes',
  'workflowTaskStartedEventAttributes',
  'workflowTaskTimedOutEventAttributes',
  'workflowTaskFailedEventAttributes',
] as const

type Payload = Parameters<typeof jsonOf>[0]

function versionAtStart(payload: Payload | undefined): number {
  const { state } = (payload && (jsonOf(payload) as { state?: { version: number } })) ?? {}
  return state?.version ?? 0
}

function afterCommit(version: number, event: HistoryEvent): number {
  const [result] = event.markerRecordedEventAttributes?.details?.result?.payloads ?? []
  if (!result || !COMMIT.test(localActivityOf(event) ?? '')) return version
  const recorded = jsonOf(result) as RecordedAt<unknown>
  if (recorded.status === 'committed') return version + (recorded.then?.now === undefined ? 1 : 2)
  return recorded.status === 'standing' ? (recorded.entries.at(-1)?.version ?? version) : version
}

/** Activities that write lines of a journal, of whichever actor. */
const COMMIT = /^(record|step)[A-Z]/
