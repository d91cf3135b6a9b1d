import { methods } from '../../domain/instrument.ts'
import { Refused } from '../../http/for-portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { PaymentList } from '../views/payment-list.tsx'
import { Views } from '../views/saved-views.tsx'
import { Chip } from '../../kit/chips.tsx'
import { Alert, Card, Field, Pager, Select } from '../../kit/parts.tsx'

const PATH = '/portal/payments'
const statuses = ['NEW', 'PENDING', 'COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR']
const filters = [
  ...['status', 'method', 'currency', 'amountFrom', 'amountTo', 'extOrderId', 'rejectCode'],
  ...[
    'createdFrom',
    'createdTo',
    'updatedFrom',
    'updatedTo',
    'reference',
    'cardMask',
    'linkId',
    'email',
  ],
] as const

const showPayments: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: async ({ views }, visit) => {
    const { t } = visit
    const { title } = t.payments
    try {
      const [page, saved] = await Promise.all([
        visit.ask('listPayments', { query: queryOf(visit) }),
        views.list(visit.person.personId),
      ])
      const next = page.nextCursor
      const href = next === undefined ? undefined : `${PATH}?${addressOf(visit, next)}`
      return {
        title,
        follows: 'payments',
        body: (
          <>
            <Views
              visit={visit}
              saved={saved}
              query={new URLSearchParams(filterIn(visit.query)).toString()}
            />
            <Filter visit={visit} />
            <Card>
              <PaymentList visit={visit} payments={page.payments} />
            </Card>
            <Pager label={t.more} href={href} />
            <Files visit={visit} />
          </>
        ),
      }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
      const body = (
        <>
          <Alert>{t.payments.wrong}</Alert>
          <Filter visit={visit} />
        </>
      )
      return { title, body, status: 400 }
    }
  },
}

type Given = Partial<Record<(typeof filters)[number], string>>

/** What the form brought, without what was left empty. */
export const filterIn = (query: Visit['query']): Given =>
  Object.fromEntries(
    filters.flatMap((name) => {
      const value = query[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )

/** As `GET /payments` takes it: a day is meant whole, as clocks in Poland have it. */
function queryOf(visit: Visit): Record<string, string> {
  const { cursor } = visit.query
  const given = Object.entries(filterIn(visit.query))
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, asAsked(name, value)])),
    ...(cursor && { cursor }),
  }
}

function asAsked(name: string, value: string): string {
  if (/^(created|updated)/.test(name)) return startOfDay(value, name.endsWith('To') ? 1 : 0)
  if (name.startsWith('amount')) return value.replace(',', '.')
  // As it is said at a till: the digits that can be read on the card.
  return name === 'cardMask' ? value.replace(/\s/g, '') : value
}

/** The first moment of that day in Warsaw; what is no day is left to the API to refuse. */
export function startOfDay(day: string, later = 0): string {
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(noon)) return day
  const date = new Date(noon + later * 86_400_000).toISOString().slice(0, 10)
  const winter = new Date(`${date}T00:00:00+01:00`)
  const hour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/Warsaw' })
  const isSummer = Number(hour.format(winter)) === 1
  return new Date(winter.getTime() - (isSummer ? 3_600_000 : 0)).toISOString()
}

const addressOf = (visit: Visit, cursor: string): string =>
  new URLSearchParams({ ...filterIn(visit.query), cursor }).toString()

/** What can be asked for, by the chip that opens; the last has what is asked for rarely. */
const chips = [
  ['status', ['status']],
  ['created', ['createdFrom', 'createdTo']],
  ['amount', ['amountFrom', 'amountTo', 'currency']],
  ['method', ['method']],
  ['order', ['extOrderId']],
  ['cardMask', ['cardMask']],
  ['email', ['email']],
  ['more', ['updatedFrom', 'updatedTo', 'rejectCode', 'reference']],
] as const satisfies [keyof Visit['t']['chips'], (keyof Given)[]][]

/** One form of chips: each opens its fields, and shows what is chosen when it is closed. */
function Filter({ visit }: { visit: Visit }) {
  const { t } = visit
  const given = filterIn(visit.query)
  return (
    <form method="get" action={PATH} class="chips" aria-label={t.payments.filter}>
      {given.linkId !== undefined && <input type="hidden" name="linkId" value={given.linkId} />}
      {chips.map(([name, fields]) => (
        <Chip key={name} title={t.chips[name]} value={chosenIn(visit, given, fields)}>
          {fields.map((field) => (
            <FilterField key={field} visit={visit} name={field} value={given[field]} />
          ))}
          <button class="primary">{t.payments.show}</button>
        </Chip>
      ))}
      {Object.keys(given).length > 0 && <a href={PATH}>{t.chips.clear}</a>}
    </form>
  )
}

function chosenIn(
  { t }: Visit,
  given: Given,
  fields: readonly (keyof Given)[],
): string | undefined {
  const values = fields.flatMap((name) => given[name] ?? [])
  if (values.length === 0) return undefined
  return values.map((one) => t.statuses[one] ?? t.methods[one] ?? one).join(' – ')
}

interface FieldProps {
  visit: Visit
  name: keyof Given
  value: string | undefined
}

function FilterField({ visit, name, value }: FieldProps) {
  const { t, person } = visit
  const label = name === 'extOrderId' ? t.payments.order : t.payments[name as FilterLabel]
  const options = {
    status: statuses.map((one) => [one, t.statuses[one] ?? one] as const),
    method: methods.map((one) => [one, t.methods[one] ?? one] as const),
    currency: person.currencies.map((one) => [one, one] as const),
  }[name as string]
  if (options)
    return <Select label={label} name={name} value={value} options={[['', t.choose], ...options]} />
  if (/^(created|updated)/.test(name))
    return <Field label={label} name={name} value={value} type="date" />
  if (name.startsWith('amount'))
    return <Field label={label} name={name} value={value} inputmode="decimal" maxlength={14} />
  return <Field label={label} name={name} value={value} maxlength={128} />
}

type FilterLabel = Exclude<keyof Given, 'extOrderId' | 'linkId'>

/** The same filters, as a file of all that they mean; refunds by the days that the filter says. */
const exportOf = (
  name: 'exportPayments' | 'exportRefunds',
  path: string,
  queryFor: (visit: Visit) => Record<string, string>,
): GuardedRoute => ({
  method: 'get',
  path,
  needs: 'read',
  handle: async (_portal, visit) => ({ file: await visit.ask(name, { query: queryFor(visit) }) }),
})

function daysOf(visit: Visit): Record<string, string> {
  const { createdFrom, createdTo } = queryOf(visit)
  return { ...(createdFrom && { from: createdFrom }), ...(createdTo && { to: createdTo }) }
}

function withoutPlace(visit: Visit): Record<string, string> {
  const { cursor: _, ...filter } = queryOf(visit)
  return filter
}

const Files = ({ visit }: { visit: Visit }) => {
  const { files, refundsFile } = visit.t.payments
  const query = new URLSearchParams(filterIn(visit.query)).toString()
  return (
    <p class="row">
      <a class="button small" href={`${PATH}.csv?${query}`} download>
        {files}
      </a>
      <a class="button small" href={`/portal/refunds.csv?${query}`} download>
        {refundsFile}
      </a>
    </p>
  )
}

export const paymentsRoutes: readonly PortalRoute[] = [
  showPayments,
  exportOf('exportPayments', `${PATH}.csv`, withoutPlace),
  exportOf('exportRefunds', '/portal/refunds.csv', daysOf),
]
