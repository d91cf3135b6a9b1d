import { searchableDeadlines } from '../../workflows/revision.ts'
import { isSameDeadline } from '../../workflows/search-attributes.ts'
import type { Finding } from '../domain/ledger-check.ts'
import { deadlines } from '../domain/payment/deadlines.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import type { History } from './history.ts'
import { jsonOf } from './payloads.ts'

/** What operators find a workflow by must be what stands: status and next deadline. */
export function checkShown(history: History, payment: Payment): Finding[] {
  const shown = shownBy(history)
  const status = statusOfPhase[payment.phase]
  const due = dateOf(deadlines(payment)[0]?.at)
  const shownDue = dateOf(shown.get('NextDueAt'))
  const differs = (name: string, expected: string | undefined, found: unknown): Finding => ({
    ...{ check: 'search', id: payment.id, expected: `${name} ${expected ?? 'none'}` },
    found: `${name} ${typeof found === 'string' ? found : 'none'}`,
  })
  const isDueShown = revisionOf(history) < searchableDeadlines || isSameDeadline(shownDue, due)
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

/** The shape of a history is in what its workflow was started with. */
function revisionOf({ events }: History): number {
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  const start = payload && jsonOf(payload)
  return (start as { revision?: number } | undefined)?.revision ?? 1
}
