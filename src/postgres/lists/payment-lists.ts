import { currencies } from '../../domain/currency.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { many } from '../db.ts'
import type { Db } from '../db.ts'

export type PaymentSort = 'created_desc' | 'created_asc' | 'updated_asc'

export interface PaymentFilter {
  merchantId: string
  agentId?: string | undefined
  status?: readonly string[] | undefined
  method?: string | undefined
  currency?: string | undefined
  /** Major units. */
  amountFrom?: number | undefined
  amountTo?: number | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  updatedFrom?: string | undefined
  updatedTo?: string | undefined
  extOrderId?: string | undefined
  email?: string | undefined
  /** Only such as somebody has asked a refund of. */
  withRefunds?: true | undefined
  /** The payment link that they were made by. */
  linkId?: string | undefined
  rejectCode?: string | undefined
  /** The provider's, of one of its transactions. */
  reference?: string | undefined
  /** As it is shown, or the last four digits of it. */
  cardMask?: string | undefined
}

export interface PaymentRow {
  payment: Payment
  /** Milliseconds of the column that the list is in the order of. */
  at: number
}

const orders = {
  created_desc: { column: 'created_at', direction: 'desc', after: '<' },
  created_asc: { column: 'created_at', direction: 'asc', after: '>' },
  updated_asc: { column: 'updated_at', direction: 'asc', after: '>' },
} as const satisfies Record<PaymentSort, object>

/** A page of a merchant's payments that follows a place in the list; it costs what the page costs. */
export async function listPaymentPage(
  db: Db,
  filter: PaymentFilter,
  page: { order: PaymentSort; after?: readonly (string | number)[] | undefined; limit: number },
): Promise<PaymentRow[]> {
  const { column, direction, after } = orders[page.order]
  const values: unknown[] = []
  const value = (one: unknown) => `$${String(values.push(one))}`
  const conditions = conditionsOf(filter, value)
  // Nothing changes before it is there: the index of changes, which has everything, is read from there on.
  if (column === 'updated_at')
    conditions.push(`updated_at >= (select min(created_at) from payment
      where merchant_id = ${value(filter.merchantId)} and purged_at is null)`)
  if (page.after) {
    const [at, id] = page.after
    conditions.push(
      `(${column}, payment_id) ${after} (${value(new Date(Number(at)))}, ${value(id)})`,
    )
  }
  return many<PaymentRow>(
    db,
    `select state as payment, round(extract(epoch from ${column}) * 1000)::bigint as at from payment
      where ${conditions.join(' and ')}
      order by ${column} ${direction}, payment_id ${direction} limit ${value(page.limit)}`,
    values,
  )
}

function conditionsOf(filter: PaymentFilter, value: (one: unknown) => string): string[] {
  const { currency, amountFrom, amountTo } = filter
  const simple: [string, unknown][] = [
    ['merchant_id =', filter.merchantId],
    ['agent_id =', filter.agentId],
    ['method =', filter.method],
    ['currency =', currency],
    ['ext_order_id =', filter.extOrderId],
    ['reject_code =', filter.rejectCode],
    ['created_at >=', filter.createdFrom],
    ['created_at <', filter.createdTo],
    ['updated_at >=', filter.updatedFrom],
    ['updated_at <', filter.updatedTo],
  ]
  const given = simple.filter(([, wanted]) => wanted !== undefined)
  return [
    // What is past its retention was readable once: the index of a merchant's payments has none of it.
    'readable_until > now() and purged_at is null',
    ...given.map(([condition, wanted]) => `${condition} ${value(wanted)}`),
    ...(filter.status ? [`status = any(${value(filter.status)})`] : []),
    ...(filter.withRefunds ? [`state -> 'refunds' <> '[]'::jsonb`] : []),
    ...(filter.email === undefined
      ? []
      : [`lower(state #>> '{customer,email}') = lower(${value(filter.email)})`]),
    ...(filter.linkId === undefined ? [] : [linkCondition(value(filter.linkId))]),
    ...(filter.reference === undefined ? [] : [referenceCondition(value(filter.reference))]),
    ...cardConditions(filter.cardMask, value),
    ...amountConditions({ currency, amountFrom, amountTo }, value),
  ]
}

/** Likewise by an index of its own. */
const linkCondition = (linkId: string): string =>
  `payment_id = any(array(select payment_id from payment_link_use where link_id = ${linkId}))`

/** A question of its own: nothing but the index of references can answer it, however few rows a merchant has. */
const referenceCondition = (reference: string): string =>
  `payment_id = any(array(select payment_id from payment
      where state @? '$.transactions[*].acquirerRef'
        and jsonb_path_query_array(state, '$.transactions[*].acquirerRef')
          @> jsonb_build_array(${reference}::text)))`

function cardConditions(mask: string | undefined, value: (one: unknown) => string): string[] {
  if (mask === undefined) return []
  const shown = `state #>> '{instrument,cardMask}'`
  return [
    `${shown} is not null`,
    `right(${shown}, 4) = ${value(mask.slice(-4))}`,
    ...(mask.length > 4 ? [`${shown} = ${value(mask)}`] : []),
  ]
}

/** Major units mean another number of minor ones in yen than in dinars. */
function amountConditions(
  { currency, amountFrom, amountTo }: Pick<PaymentFilter, 'currency' | 'amountFrom' | 'amountTo'>,
  value: (one: unknown) => string,
): string[] {
  if (amountFrom === undefined && amountTo === undefined) return []
  const codes = Object.keys(currencies) as Currency[]
  const wanted = currency === undefined ? codes : codes.filter((code) => code === currency)
  const exponents = [...new Set(wanted.map((code) => currencies[code].exponent))]
  const ranges = exponents.map((exponent) => {
    const among = wanted.filter((code) => currencies[code].exponent === exponent)
    const bounds = [
      ...(amountFrom === undefined
        ? []
        : [`amount_minor >= ${value(Math.ceil(minor(amountFrom, exponent)))}`]),
      ...(amountTo === undefined
        ? []
        : [`amount_minor <= ${value(Math.floor(minor(amountTo, exponent)))}`]),
    ]
    return `(currency = any(${value(among)}) and ${bounds.join(' and ')})`
  })
  return [`(${ranges.join(' or ')})`]
}

/** Exact for six decimals, which is more than any currency has. */
const minor = (major: number, exponent: number): number =>
  Math.round(major * 1_000_000) / 10 ** (6 - exponent)
