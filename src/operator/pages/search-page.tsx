import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Operator } from '../../postgres/operators.ts'
import type { PaymentFilter, PaymentLine } from '../../postgres/review/list-payments.ts'
import { Chip } from '../../kit/chips.tsx'
import { Card, Field, Select } from '../../kit/parts.tsx'
import { Day, IdLink, layout, List, Pill } from './layout.tsx'
import { words } from '../../kit/payment-words.ts'

/** What people remember of a payment, and how the search knows it. */
const fields = [
  ['q', 'Anything'],
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

/**
 * What the one box may mean: each is asked for, and a text may be of several. Four digits are a card's end or an
 * amount; an order may be numbered with anything.
 */
export function meaningsOf(text: string): PaymentFilter[] {
  const compact = text.replace(/\s/g, '').replace(',', '.')
  return [
    { extOrderId: text },
    ...(/^\d{4}$/.test(compact) ? [{ lastFour: compact }] : []),
    ...(/^\d{1,9}(\.\d{1,4})?$/.test(compact) ? [{ amount: compact }] : []),
    ...(/^[A-Za-z0-9_-]{8,64}$/.test(text) ? [{ reference: text }] : []),
  ]
}

/** The payments that were found, under the questions that found them. */
export const searchPage = (
  found: readonly PaymentLine[],
  search: SearchQuery,
  operator: Operator,
): string =>
  layout(
    { title: 'Payments', place: '/payments', operator, sought: search.q },
    <>
      <Filter search={search} />
      <Card title={Object.keys(search).length === 0 ? 'Changed last' : 'Found'}>
        <List
          name="Payments"
          none="No payment is like that."
          head={headings}
          numbers={[2]}
          rows={found.map(rowOf)}
        />
      </Card>
      <p class="none">
        An amount, digits, an e-mail and a provider’s reference are looked for in the last 30 days,
        unless a day is given. An e-mail is never kept in an address or a log: it is searched by its
        hash.
      </p>
    </>,
  )

/** What can be asked for, by the chip that opens. */
const chips: readonly [title: string, fields: readonly (keyof SearchQuery)[]][] = [
  ['Payment', ['id']],
  ['Status', ['status']],
  ['Registered', ['from', 'to']],
  ['Amount', ['amount', 'currency']],
  ['Order', ['order']],
  ['Card', ['lastFour']],
  ['Merchant', ['merchant']],
  ['Reference', ['reference']],
]

function Filter({ search }: { search: SearchQuery }) {
  const isAsked = Object.keys(search).length > 0
  return (
    <form action="/payments" class="chips" aria-label="Filter">
      {chips.map(([title, names]) => (
        <Chip key={title} title={title} value={chosenIn(search, names)}>
          {names.map((name) => (
            <FilterField key={name} name={name} value={search[name]} />
          ))}
          <button class="primary">Show</button>
        </Chip>
      ))}
      {isAsked && <a href="/payments">Clear</a>}
    </form>
  )
}

const chosenIn = (search: SearchQuery, names: readonly (keyof SearchQuery)[]) =>
  names
    .flatMap((name) => words.statuses[search[name]?.toUpperCase() ?? ''] ?? search[name] ?? [])
    .join(' – ') || undefined

function FilterField({ name, value }: { name: keyof SearchQuery; value: string | undefined }) {
  const label = labels[name]
  if (name === 'status') {
    const options = [['', 'Any'], ...Object.entries(words.statuses)] as [string, string][]
    return <Select label={label} name={name} options={options} value={value?.toUpperCase()} />
  }
  const type = name === 'from' || name === 'to' ? 'date' : 'text'
  return <Field label={label} name={name} value={value} type={type} />
}

const labels = Object.fromEntries(fields) as Record<keyof SearchQuery, string>

const headings = [
  ...['registered, UTC', 'status', 'amount', 'method', 'merchant', 'order', 'reason', 'payment'],
]

const rowOf = (one: PaymentLine) => [
  <Day at={one.createdAt} />,
  <Pill status={one.status} />,
  formatMoney(one.amountMinor, one.currency as Currency),
  one.cardMask ?? words.methods[one.method] ?? one.method,
  ...[one.merchantId, one.extOrderId, one.held ?? one.rejectCode],
  <IdLink href={`/payments/${one.paymentId}`} id={one.paymentId} isRow />,
]
