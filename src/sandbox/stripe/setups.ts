import { ok } from '../answer.ts'
import type { Call, Provider } from '../provider.ts'
import { newId } from './books.ts'
import type { Books, Done, Intent } from './books.ts'
import { confirmed, draftOf } from './confirm.ts'
import { missing } from './dialect.ts'
import { sinceOf } from './payouts.ts'
import { intentView, newestFirst, pageOf } from './views.ts'

/** `POST /v1/setup_intents`: a card is checked as if it were charged, for nothing. */
export function createSetup(call: Call, books: Books): Done {
  const draft = draftOf(call.body, call.bearer, newId('seti'))
  return confirmed(call, books, { draft, view: setupView })
}

export const isSetup = ({ id }: { id: string }): boolean => id.startsWith('seti_')

/** An intent for nothing, as Stripe shows it. */
export function setupView(intent: Intent) {
  const { id, status, metadata, next_action, created, ...shown } = intentView(intent)
  return {
    id,
    object: 'setup_intent',
    status,
    metadata,
    next_action,
    created,
    usage: 'off_session',
    last_setup_error: shown.last_payment_error,
    latest_attempt: shown.latest_charge && {
      id: shown.latest_charge.id.replace('ch_', 'setatt_'),
      object: 'setup_attempt',
      payment_method_details: shown.latest_charge.payment_method_details,
    },
  }
}

export function addSetupReads(provider: Provider, books: Books): void {
  provider.get('/v1/setup_intents', 'inquire', ({ query, bearer }) => {
    const since = sinceOf(query, 'created')
    const found = newestFirst(books).filter(
      (one) => isSetup(one) && one.created >= since && one.account === bearer,
    )
    return ok(pageOf(found.map(setupView), query))
  })
  provider.get('/v1/setup_intents/:id', 'inquire', ({ params, bearer }) => {
    const found = books.intents.all.get(params['id'] ?? '')
    return found?.account === bearer && isSetup(found) ? ok(setupView(found)) : missing
  })
}
