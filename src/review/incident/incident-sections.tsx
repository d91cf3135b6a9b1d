import { formatGivenMoney, formatMoney } from '../../domain/money.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import { Card } from '../../kit/parts.tsx'
import { PeopleOfPayment } from './people-of-payment.tsx'
import { Fold, Json, Rows } from '../../kit/pieces.tsx'
import { clock, day } from '../times.ts'
import type { IncidentParts } from './incident.ts'
import type { LogLine } from './log-lines.ts'

export function MoneyOf({ payment, postings, settlementLines }: IncidentParts) {
  const words = (minor: number) => formatMoney(minor, payment.order.currency)
  return (
    <Card title="Money">
      <h3>Transactions</h3>
      <Rows
        head={['type', 'status', 'amount', 'reason', 'reference', 'at']}
        rows={payment.transactions.map((one) => [
          ...[one.type, one.status, words(one.amountMinor), describeReason(one), one.reference],
          day(one.createdAt),
        ])}
      />
      <h3>Postings</h3>
      <Rows
        head={['step', 'account', 'amount', 'balance after', 'at']}
        rows={postings.map((one) => [
          ...[one.version, one.account, words(one.amountMinor)],
          one.balanceAfterMinor === null ? '' : words(one.balanceAfterMinor),
          clock(one.at),
        ])}
      />
      {settlementLines.length > 0 && (
        <>
          <h3>Settlement</h3>
          <Settled lines={settlementLines} />
        </>
      )}
    </Card>
  )
}

const Settled = ({ lines }: { lines: IncidentParts['settlementLines'] }) => (
  <Rows
    head={['batch', 'line', 'operation', 'amount', 'fee of the provider', 'outcome', 'reference']}
    rows={lines.map((one) => [
      ...[one['batchId'] as string, one['line'] as number, one['operation'] as string],
      moneyIn(one, 'amountMinor'),
      moneyIn(one, 'providerFeeMinor'),
      ...[one['outcome'] as string, one['reference'] as string],
    ])}
  />
)

const moneyIn = (line: IncidentParts['settlementLines'][number], member: string): string => {
  const minor = line[member]
  return typeof minor === 'number' ? formatGivenMoney(minor, String(line['currency'])) : ''
}

export const Outside = ({ provider, attempts, intents }: IncidentParts) => (
  <Card title="Outside">
    <h3>What the providers wrote down</h3>
    {Array.isArray(provider) ? (
      <Rows
        head={[
          'received',
          'provider',
          'operation',
          'amount',
          'result',
          'books changed',
          'reference',
        ]}
        rows={provider.map((row) => [
          row.receivedAt ? clock(row.receivedAt) : '',
          ...[row.provider, row.operation, formatGivenMoney(row.amountMinor, row.currency)],
          ...[row.result, row.processed ? 'yes' : 'no', row.reference],
        ])}
      />
    ) : (
      <p class="soft">{provider.notRead}</p>
    )}
    <h3>Notifications to the merchant</h3>
    <Rows
      head={['at', 'event', 'attempt', 'answer', 'took', 'problem']}
      rows={attempts.map((one) => [
        ...[clock(one.at), one.sequence, one.attempt, one.status, `${String(one.latencyMs)} ms`],
        one.problem,
      ])}
    />
    {intents.length > 0 && (
      <Fold title="Marks set before money was moved">
        <Json value={intents} />
      </Fold>
    )}
  </Card>
)

export const Inside = ({ payment, journal, history, log, operators, approvals }: IncidentParts) => (
  <Card title="Inside">
    <h3>Operators</h3>
    <PeopleOfPayment audit={operators} approvals={approvals} currency={payment.order.currency} />
    <h3>Log</h3>
    {Array.isArray(log) ? (
      <Rows
        head={['time', 'process', 'level', 'message']}
        rows={log.map((one) => [clock(one.time), one.process, one.level, messageOf(one)])}
      />
    ) : (
      <p class="soft">{log.notRead}</p>
    )}
    <Fold title={`Journal, ${String(journal.length)} steps`}>
      <Json value={journal} />
    </Fold>
    <Fold title={`Workflow history, ${String(history.length)} events`}>
      <Rows
        head={['event', 'at', 'type', 'subject']}
        rows={history.map((one) => [one.eventId, clock(one.at), one.type, one.subject])}
      />
      <Json value={history} />
    </Fold>
  </Card>
)

/** What a line is about, besides its own words. */
function messageOf({ message, line }: LogLine): string {
  const more = ['method', 'path', 'route', 'status', 'reason', 'err'].flatMap((name) => {
    const value = line[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  return [message, ...more].join(' ')
}
