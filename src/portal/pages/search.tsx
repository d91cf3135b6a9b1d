import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { Card } from '../../kit/parts.tsx'
import { PaymentList } from '../views/payment-list.tsx'

type Found = Answers['listPayments']['payments']

/**
 * What a text may be the name of: each kind is asked for, and a text may be of several. Four digits are
 * a card's end or an amount; an order may be numbered with anything.
 */
export function meaningsOf(text: string, now = Date.now()): Record<string, string>[] {
  const compact = text.replace(/\s/g, '').replace(',', '.')
  return [
    ...(text.includes('@') ? [{ email: text }] : [{ extOrderId: text }]),
    ...(/^(\d{6}\*{2,9})?\d{4}$/.test(compact) ? [{ cardMask: compact }] : []),
    ...(/^\d{1,9}(\.\d{1,4})?$/.test(compact) ? [amountOf(compact, now)] : []),
  ]
}

const AMOUNTS_MS = 31 * 86_400_000

/** By an amount nothing is kept in order: the list of payments looks further back, and takes its time. */
const amountOf = (amount: string, now: number) => ({
  amountFrom: amount,
  amountTo: amount,
  createdFrom: new Date(now - AMOUNTS_MS).toISOString(),
})

/** One box for all of them. The only payment that is found is opened. */
const search: GuardedRoute = {
  method: 'get',
  path: '/portal/search',
  needs: 'read',
  handle: async (_portal, visit) => {
    const { t } = visit
    const text = (visit.query['q'] ?? '').trim().slice(0, 128)
    const payments = text === '' ? [] : await findAll(visit, text)
    const [only] = payments
    if (only && payments.length === 1) return { goTo: `/portal/payments/${only.paymentId}` }
    return {
      title: t.search.title(text),
      body: (
        <Card>
          {payments.length === 0 ? (
            <p>{t.search.nothing}</p>
          ) : (
            <PaymentList visit={visit} payments={payments} />
          )}
        </Card>
      ),
    }
  },
}

async function findAll(visit: Visit, text: string): Promise<Found> {
  const asked = meaningsOf(text).map((query) =>
    visit.ask('listPayments', { query }).then(({ payments }) => payments, none),
  )
  const byId = /^[a-z]{20,64}$/.test(text)
    ? [visit.ask('getPayment', { params: { paymentId: text } }).then((one) => [one], none)]
    : []
  const found = (await Promise.all([...byId, ...asked])).flat()
  return [...new Map(found.map((one) => [one.paymentId, one])).values()]
}

/** What cannot be such a name, or names nothing, is not found; any other trouble is told. */
function none(error: unknown): Found {
  const isNothing = ['invalid_request', 'payment_not_found', 'not_found']
  if (error instanceof Refused && isNothing.includes(error.code)) return []
  throw error
}

export const searchRoutes: readonly PortalRoute[] = [search]
