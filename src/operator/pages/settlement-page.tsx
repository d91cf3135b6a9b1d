import { formatGivenMoney } from '../../domain/money.ts'
import { present } from '../../domain/present.ts'
import { settlingProviders } from '../../domain/settlement/settling-provider.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import type { SettlementDifference } from '../../postgres/settlements/settlement-differences.ts'
import type { SettlementBatch } from '../../postgres/settlements/settlements.ts'
import { runSettlementCommand } from '../../desk/money/settlement.ts'
import { Card } from '../../kit/parts.tsx'
import { Rows } from '../../kit/pieces.tsx'
import { day } from '../../review/times.ts'
import type { PageAction } from './actions.tsx'
import { Day, layout, List } from './layout.tsx'

/** Batches, and where reports and our books part. */
export const settlementPage = (
  batches: readonly SettlementBatch[],
  differences: readonly SettlementDifference[],
  operator: Operator,
): string =>
  layout(
    { title: 'Settlement', place: '/settlement', operator },
    <>
      <Differences lines={differences} />
      <Card title="Batches">
        <List
          name="Batches"
          none="There is no batch yet."
          head={headings}
          rows={batches.map((one) => [
            <a class="row-link" href={`/settlement/${encodeURIComponent(one.batchId)}`}>
              {one.batchId}
            </a>,
            ...[
              one.provider,
              one.state,
              <Day at={one.cutoff} />,
              one.lines,
              one.settled,
              one.matched,
            ],
            one.differences,
          ])}
        />
      </Card>
      {mayAs(operator.role, 'operator') && <RunLinks />}
    </>,
  )

const headings = [
  ...['batch', 'provider', 'state', 'closed, UTC', 'lines', 'settled', 'refunds', 'differences'],
]

export const batchPage = (
  { batchId, ...batch }: SettlementBatch,
  differences: readonly SettlementDifference[],
  operator: Operator,
): string =>
  layout(
    { title: `Batch ${batchId}`, place: '/settlement', operator },
    <>
      <Card title="The batch">
        <Rows
          head={['what', '']}
          rows={Object.entries(batch).map(([name, value]) => [
            name,
            value instanceof Date ? `${day(value)} UTC` : value,
          ])}
        />
      </Card>
      <Differences lines={differences} />
    </>,
  )

const Differences = ({ lines }: { lines: readonly SettlementDifference[] }) => (
  <Card title="Differences">
    <List
      name="Differences"
      none="Reports and books agree."
      head={['batch', 'line', 'difference', 'reported', 'booked', 'status', 'reference']}
      rows={lines.map((one) => [
        ...[one.batchId, one.line, one.kind, money(one.reportedMinor, one.currency)],
        ...[money(one.bookedMinor, one.currency), one.status, one.reference],
      ])}
    />
  </Card>
)

const money = (minor: number | null, currency: string | null): string =>
  minor === null || currency === null ? '' : formatGivenMoney(minor, currency)

const RunLinks = () => (
  <Card title="Close a batch now">
    <ul class="actions">
      <li>
        <a class="button small" href="/settlement/do/run">
          Of every provider
        </a>
      </li>
      {settlingProviders.map((name) => (
        <li key={name}>
          <a class="button small" href={`/settlement/do/run?provider=${name}`}>
            {`Of ${name}`}
          </a>
        </li>
      ))}
    </ul>
  </Card>
)

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
