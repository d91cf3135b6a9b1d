import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Operator } from '../../postgres/operators.ts'
import type { PaymentFilter, PaymentLine } from '../../postgres/review/list-payments.ts'
import { day, escape } from '../../review/markup.ts'
import { idLink, layout, link, section } from './layout.ts'

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
    section('Search', forms(search)) +
      section(Object.keys(search).length === 0 ? 'Changed last' : 'Found', results(found)),
  )

export const forms = (search: SearchQuery): string =>
  `<form action="/payments" class="fields">${fields
    .map(([name, label]) => {
      const type = name === 'from' || name === 'to' ? ' type="date"' : ''
      return `<p><label for="${name}">${label}</label><input id="${name}" name="${name}"${type} value="${escape(search[name])}"></p>`
    })
    .join('')}<p class="end"><button>Search</button> ${link('/payments', 'Clear')}</p></form>
<form method="post" action="/payments/by-email" class="fields"><p><label for="email">E-mail of the payer</label><input id="email" name="email" type="email" autocomplete="off" required></p>
<p class="end"><button>Search by e-mail</button></p></form>
<p class="none">An amount, digits, an e-mail and a provider’s reference are looked for in the last 30 days, unless a day is given. An e-mail is never kept in an address or a log: it is searched by its hash.</p>`

const results = (found: readonly PaymentLine[]): string =>
  found.length === 0
    ? '<p class="none">No payment is like that.</p>'
    : `<div class="wide" role="region" aria-label="Payments" tabindex="0"><table><thead><tr><th>payment</th><th>status</th><th>amount</th><th>method</th><th>merchant</th><th>order</th><th>reason</th><th>registered, UTC</th></tr></thead><tbody>${found
        .map(rowOf)
        .join('')}</tbody></table></div>`

const rowOf = (one: PaymentLine): string =>
  `<tr><td>${idLink(`/payments/${one.paymentId}`, one.paymentId)}</td><td><span class="pill ${escape(one.status)}">${escape(one.status)}</span></td>` +
  [
    formatMoney(one.amountMinor, one.currency as Currency),
    `${one.method} ${one.cardMask ?? ''}`,
    one.merchantId,
    one.extOrderId,
    one.held ?? one.rejectCode,
    day(one.createdAt),
  ]
    .map((cell) => `<td>${escape(cell)}</td>`)
    .join('') +
  '</tr>'
