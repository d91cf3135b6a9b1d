import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Operator } from '../../postgres/operators.ts'
import type { PaymentFilter, PaymentLine } from '../../postgres/review/list-payments.ts'
import { day } from '../../review/times.ts'
import { Card, Field } from '../../kit/parts.tsx'
import { IdLink, layout, List, Pill } from './layout.tsx'

/** What people remember of a payment, and how the search knows it. */
const fields = [
  ['id', 'Payment id, or its beginning'],
  ['order', 'Order id'],
  ['amount', 'Amount'],
  ['currency', 'Currency'],
  ['lastFour', 'Last four digits'],
  ['reference', 'Reference, ours or the provider’s'],
  ['merchant', 'Merchant id'],
  ['status', 'Status'],
  ['from', 'Registered from (UTC)'],
  ['to', 'Registered before (UTC)'],
  ['emailHash', 'SHA-256 of the e-mail'],
] as const

export type SearchQuery = Readonly<Partial<Record<(typeof fields)[number][0], string>>>

/** The fields of a query that hold something. */
export function readSearch(query: Readonly<Record<string, unknown>>): SearchQuery {
  const given = fields.flatMap(([name]) => {
    const value = query[name]
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
  })
  return Object.fromEntries(given) as SearchQuery
}

export const filterOf = (search: SearchQuery): PaymentFilter => ({
  extOrderId: search.order,
  amount: search.amount,
  currency: search.currency?.toUpperCase(),
  lastFour: search.lastFour,
  reference: search.reference,
  merchantId: search.merchant,
  status: search.status?.toUpperCase(),
  emailHash: search.emailHash?.toLowerCase(),
  createdFrom: dateOf(search.from),
  createdTo: dateOf(search.to),
})

/** What is no day is not searched by. */
function dateOf(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : new Date(text)
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
}

/** The payments that were found, under the questions that found them. */
export const searchPage = (
  found: readonly PaymentLine[],
  search: SearchQuery,
  operator: Operator,
): string =>
  layout(
    { title: 'Payments', place: '/payments', operator },
    <>
      <Card title="Search">
        <Forms search={search} />
      </Card>
      <Card title={Object.keys(search).length === 0 ? 'Changed last' : 'Found'}>
        <List
          {...{ name: 'Payments', none: 'No payment is like that.', head: headings }}
          rows={found.map(rowOf)}
        />
      </Card>
    </>,
  )

const Forms = ({ search }: { search: SearchQuery }) => (
  <>
    <form action="/payments" class="fields">
      {fields.map(([name, label]) => (
        <Field
          {...{ key: name, label, name, value: search[name] }}
          type={name === 'from' || name === 'to' ? 'date' : 'text'}
        />
      ))}
      <p class="end">
        <button>Search</button> <a href="/payments">Clear</a>
      </p>
    </form>
    <form method="post" action="/payments/by-email" class="fields">
      <p>
        <label for="email">E-mail of the payer</label>
        <input {...{ id: 'email', name: 'email', type: 'email', autocomplete: 'off' }} required />
      </p>
      <p class="end">
        <button>Search by e-mail</button>
      </p>
    </form>
    <p class="none">
      An amount, digits, an e-mail and a provider’s reference are looked for in the last 30 days,
      unless a day is given. An e-mail is never kept in an address or a log: it is searched by its
      hash.
    </p>
  </>
)

const headings = [
  ...['payment', 'status', 'amount', 'method', 'merchant', 'order', 'reason', 'registered, UTC'],
]

const rowOf = (one: PaymentLine) => [
  <IdLink href={`/payments/${one.paymentId}`} id={one.paymentId} />,
  <Pill status={one.status} />,
  formatMoney(one.amountMinor, one.currency as Currency),
  `${one.method} ${one.cardMask ?? ''}`,
  ...[one.merchantId, one.extOrderId, one.held ?? one.rejectCode, day(one.createdAt)],
]
