import type { Router } from 'express'
import type { Entry, Journal } from '../journal.ts'
import { askPayer, hasPassed, showOver } from '../question-page.ts'
import type { Books, Intent } from './books.ts'
import { movementOf, payerAnswered } from './confirm.ts'

interface Parts {
  journal: Journal
  books: Books
  /** What is told, and written into the log of money, of an intent that the payer has answered. */
  news(answered: Intent): Entry[]
}

/** The page that Stripe asks a payer on in the middle of a charge, and that sends the browser back. */
export function addRedirectPages(router: Router, { journal, books, news }: Parts): void {
  router.get('/redirect/:id', ({ params }, response) => {
    const { status, amount, currency } = books.intents.all.get(params.id) ?? {}
    if (status !== 'requires_action') return showOver(response)
    askPayer(response, {
      action: `/stripe/redirect/${params.id}`,
      amount: `${String(amount)} ${String(currency)}`,
    })
  })

  router.post('/redirect/:id', ({ params, body }, response) => {
    const known = books.intents.all.get(params.id)
    const passed = hasPassed(body)
    const answered = known && payerAnswered(known, passed)
    if (!answered?.action) return showOver(response)
    const charged = answered.received > 0 ? [books.movements.save(movementOf(answered))] : []
    journal.record(books.intents.save(answered), ...charged, ...news(answered))
    response.redirect(303, backTo(answered.action.returnUrl, answered, passed))
  })
}

/** With the words that Stripe adds, which prove nothing. */
function backTo(returnUrl: string, { id }: Intent, passed: boolean): string {
  const url = new URL(returnUrl)
  const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  url.searchParams.set(name, id)
  url.searchParams.set(`${name}_client_secret`, `${id}_secret_sandbox`)
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.href
}
