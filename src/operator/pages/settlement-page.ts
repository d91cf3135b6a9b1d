import { formatGivenMoney } from '../../domain/money.ts'
import { present } from '../../domain/present.ts'
import { settlingProviders } from '../../domain/settlement/settling-provider.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import type { SettlementDifference } from '../../postgres/settlement-differences.ts'
import type { SettlementBatch } from '../../postgres/settlements.ts'
import { day, escape, tableOf } from '../../review/markup.ts'
import { runSettlementCommand } from '../../desk/money/settlement.ts'
import type { PageAction } from './actions.ts'
import { layout, link, section } from './layout.ts'

/** Batches, and where reports and our books part. */
export const settlementPage = (
  batches: readonly SettlementBatch[],
  differences: readonly SettlementDifference[],
  operator: Operator,
): string =>
  layout(
    { title: 'Settlement', place: '/settlement', operator },
    section('Differences', differencesTable(differences)) +
      section('Batches', batchesTable(batches)) +
      (mayAs(operator.role, 'operator') ? section('Close a batch now', runLinks()) : ''),
  )

export const batchPage = (
  { batchId, ...batch }: SettlementBatch,
  differences: readonly SettlementDifference[],
  operator: Operator,
): string =>
  layout(
    { title: `Batch ${batchId}`, place: '/settlement', operator },
    section(
      'The batch',
      tableOf(
        ['what', ''],
        Object.entries(batch).map(([name, value]) => [
          name,
          value instanceof Date ? `${day(value)} UTC` : value,
        ]),
      ),
    ) + section('Differences', differencesTable(differences)),
  )

const batchesTable = (batches: readonly SettlementBatch[]): string =>
  batches.length === 0
    ? '<p class="none">There is no batch yet.</p>'
    : `<div class="wide" role="region" aria-label="Batches" tabindex="0"><table><thead><tr><th>batch</th><th>provider</th><th>state</th><th>closed, UTC</th><th>lines</th><th>settled</th><th>refunds</th><th>differences</th></tr></thead><tbody>${batches
        .map(
          (one) =>
            `<tr><td>${link(`/settlement/${encodeURIComponent(one.batchId)}`, one.batchId)}</td>` +
            [one.provider, one.state, day(one.cutoff), one.lines, one.settled, one.matched]
              .concat(one.differences)
              .map((cell) => `<td>${escape(cell)}</td>`)
              .join('') +
            '</tr>',
        )
        .join('')}</tbody></table></div>`

function differencesTable(differences: readonly SettlementDifference[]): string {
  if (differences.length === 0) return '<p class="none">Reports and books agree.</p>'
  const money = (minor: number | null, currency: string | null) =>
    minor === null || currency === null ? '' : formatGivenMoney(minor, currency)
  return tableOf(
    ['batch', 'line', 'difference', 'reported', 'booked', 'status', 'reference'],
    differences.map((one) => [
      ...[one.batchId, one.line, one.kind, money(one.reportedMinor, one.currency)],
      ...[money(one.bookedMinor, one.currency), one.status, one.reference],
    ]),
  )
}

const runLinks = (): string =>
  `<ul class="actions"><li>${link('/settlement/do/run', 'Of every provider')}</li>${settlingProviders
    .map((name) => `<li>${link(`/settlement/do/run?provider=${name}`, `Of ${name}`)}</li>`)
    .join('')}</ul>`

export function settlementAction(provider: unknown): PageAction | undefined {
  const one = settlingProviders.find((name) => name === provider)
  if (provider !== undefined && !one) return undefined
  return {
    command: runSettlementCommand,
    input: present({ provider: one }),
    title: one ? `Close the batch of ${one}` : 'Close the batch of every provider',
    verb: 'Close it',
    says: 'What was captured until now is settled by the reports of the providers. Payments in the batch can no longer be cancelled, only refunded. It may take minutes.',
    fields: [],
    place: '/settlement',
    back: '/settlement',
  }
}
