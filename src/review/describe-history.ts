import { tsToMs } from '@temporalio/common/lib/time.js'
import type { History } from './history.ts'
import { jsonOf, mapPayloads } from './payloads.ts'
import { scrub } from '../domain/data/personal-data.ts'

/** An event of a workflow's history, readable and without personal data. */
export interface HistoryLine {
  eventId: number
  at: string
  type: string
  /** What it is about: the activity, the signal, the timer. */
  subject: string
  values: unknown[]
}

export async function describeHistory(history: History): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  for (const event of history.events ?? []) {
    const attributes = Object.entries(event).find(([name]) => name.endsWith('EventAttributes'))
    const [name = '', body] = attributes ?? []
    const values: unknown[] = []
    await mapPayloads(body, (payload) => {
      const value = jsonOf(payload)
      if (value !== undefined) values.push(scrub(value))
      return payload
    })
    lines.push({
      eventId: Number(event.eventId ?? 0),
      at: new Date(tsToMs(event.eventTime)).toISOString(),
      type: titleOf(name),
      subject: subjectOf(body as Attributes | undefined) || summaryOf(event.userMetadata?.summary),
      values,
    })
  }
  return lines
}

interface Attributes {
  activityType?: { name?: string } | null
  signalName?: string | null
  markerName?: string | null
  timerId?: string | null
  workflowType?: { name?: string } | null
}

const subjectOf = ({
  activityType,
  signalName,
  markerName,
  workflowType,
}: Attributes = {}): string =>
  activityType?.name ?? signalName ?? markerName ?? workflowType?.name ?? ''

function summaryOf(payload: Parameters<typeof jsonOf>[0] | null | undefined): string {
  const value = payload ? jsonOf(payload) : undefined
  return typeof value === 'string' ? value : ''
}

/** `activityTaskScheduledEventAttributes` → `ActivityTaskScheduled`. */
const titleOf = (name: string): string =>
  name.replace(/EventAttributes$/, '').replace(/^./, (letter) => letter.toUpperCase())
