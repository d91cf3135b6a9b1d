import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Journal } from '../journal.ts'
import type { Provider } from '../provider.ts'
import { newId, nowInSeconds } from './books.ts'
import type { Books, Movement, Payout } from './books.ts'
import { missing } from './dialect.ts'
import { movementView, pageOf, payoutView } from './views.ts'

/** What Stripe owes an account, when it pays, and what each payout consists of. */
export function addPayouts(provider: Provider, journal: Journal, books: Books): void {
  provider.post('/simulator/payouts', 'settle', ({ bearer }) => payOut(journal, books, bearer))
  provider.get('/v1/payouts', 'settle', ({ query, bearer }) => {
    const paid = [...books.payouts.all.values()].filter(
      ({ account, created }) => account === bearer && created >= sinceOf(query, 'arrival_date'),
    )
    return ok(pageOf(paid.reverse().map(payoutView), query))
  })
  provider.get('/v1/payouts/:id', 'settle', ({ params, bearer }) => {
    const found = books.payouts.all.get(params['id'] ?? '')
    return found?.account === bearer ? ok(payoutView(found)) : missing
  })
  provider.get('/v1/balance_transactions', 'settle', ({ query, bearer }) => {
    const all = movementsOf(books, bearer).filter(({ payout }) => payout === query['payout'])
    const expanded = [query['expand'], query['expand[]']].flat()
    const isWhole = expanded.includes('data.source.payment_intent')
    return ok(
      pageOf(
        [...all].reverse().map((one) => movementView(one, isWhole)),
        query,
      ),
    )
  })
}

/** What Stripe does by itself each day: everything that is not paid out yet goes, by currency. */
function payOut(journal: Journal, books: Books, account: string): Answer {
  const open = movementsOf(books, account).filter(({ payout }) => payout === undefined)
  const made = [...new Set(open.map(({ currency }) => currency))].map((currency): Payout => {
    const ours = open.filter((movement) => movement.currency === currency)
    const amount = ours.reduce((sum, movement) => sum + movement.amount - movement.fee, 0)
    return { id: newId('po'), account, currency, amount, created: nowInSeconds() }
  })
  journal.record(
    ...made.map(books.payouts.save),
    ...made.flatMap(({ id, currency, amount }) => [
      ...open
        .filter((movement) => movement.currency === currency)
        .map((movement) => books.movements.save({ ...movement, payout: id })),
      books.movements.save({
        id: newId('txn'),
        account,
        type: 'payout',
        amount: -amount,
        fee: 0,
        currency,
        metadata: {},
        payout: id,
      }),
    ]),
  )
  return ok({ payouts: made.map(payoutView) })
}

const movementsOf = ({ movements }: Books, account: string): Movement[] =>
  [...movements.all.values()].filter((movement) => movement.account === account)

/** `created[gte]=…`, however the form was read. */
export const sinceOf = (query: Record<string, unknown>, name: string): number =>
  Number((query[name] as { gte?: string } | undefined)?.gte ?? query[`${name}[gte]`] ?? 0)
