import { shapeOf } from '../../workflows/revision.ts'
import { isSameDeadline } from '../../workflows/search-attributes.ts'
import type { Finding } from '../domain/finding.ts'
import type { History } from './history.ts'
import { revisionOf } from './open-revisions.ts'
import { jsonOf } from './payloads.ts'

interface Standing {
  id: string
  status: string
  /** The next deadline, if there is one. */
  dueAt: number | undefined
}

/** What operators find a workflow by must be what stands: status and next deadline. */
export function checkShown(history: History, { id, status, dueAt }: Standing): Finding[] {
  const shown = shownBy(history)
  const due = dateOf(dueAt)
  const shownDue = dateOf(shown.get('NextDueAt'))
  const differs = (name: string, expected: string | undefined, found: unknown): Finding => ({
    check: 'search',
    id,
    expected: `${name} ${expected ?? 'none'}`,
    found: `${name} ${typeof found === 'string' ? found : 'none'}`,
  })
  const isDueShown =
    !shapeOf(revisionOf(history)).searchableDeadlines || isSameDeadline(shownDue, due)
  return [
    ...(shown.get('PaymentStatus') === status
      ? []
      : [differs('PaymentStatus', status, shown.get('PaymentStatus'))]),
    ...(isDueShown ? [] : [differs('NextDueAt', due?.toISOString(), shownDue?.toISOString())]),
  ]
}

const dateOf = (at: unknown): Date | undefined =>
  typeof at === 'number' || typeof at === 'string' ? new Date(at) : undefined

function shownBy({ events }: History): Map<string, unknown> {
  const shown = new Map<string, unknown>()
  for (const event of events ?? []) {
    const { searchAttributes } =
      event.workflowExecutionStartedEventAttributes ??
      event.upsertWorkflowSearchAttributesEventAttributes ??
      {}
    for (const [name, payload] of Object.entries(searchAttributes?.indexedFields ?? {}))
      shown.set(name, jsonOf(payload))
  }
  return shown
}
