import { searchableDeadlines } from '../../workflows/revision.ts'
import type { Finding } from '../domain/ledger-check.ts'
import { deadlines } from '../domain/payment/deadlines.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import type { History } from './history.ts'
import { jsonOf } from './payloads.ts'

/** What operators find a workflow by must be what stands: status and next deadline. */
export function checkShown(history: History, payment: Payment): Finding[] {
  const shown = shownBy(history)
  const due = deadlines(payment)[0]?.at
  const wanted = {
    PaymentStatus: statusOfPhase[payment.phase],
    ...(revisionOf(history) >= searchableDeadlines && { NextDueAt: due && timeOf(due) }),
  }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const given = shown.get(name)
    const found = name === 'NextDueAt' && typeof given === 'string' ? timeOf(given) : given
    if ((found ?? undefined) === value) return []
    const said = (one: unknown) => `${name} ${typeof one === 'string' ? one : 'none'}`
    return [{ check: 'search', id: payment.id, expected: said(value), found: said(found) }]
  })
}

const timeOf = (given: number | string): string => new Date(given).toISOString()

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
