import type { Router } from 'express'
import { html, sendPage } from '../html.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Books, Intent } from './books.ts'
import { movementOf, payerAnswered } from './confirm.ts'

interface Parts {
  journal: Journal
  books: Books
  /** What is told, and written into the log of money, of an intent that the payer has answered. */
  told(answered: Intent): Entry[]
}

/** The page that Stripe asks a payer on in the middle of a charge, and that sends the browser back. */
export function addRedirectPages(router: Router, { journal, books, told }: Parts): void {
  router.get('/redirect/:id', ({ params }, response) => {
    const { id, status, amount, currency } = books.intents.all.get(params.id) ?? {}
    if (status !== 'requires_action') return showOver(response)
    sendPage(
      response,
      'Confirm with your bank',
      html`<div class="bank">
        <h1>Confirm with your bank</h1>
        <p>${amount} ${currency}</p>
        <form method="post" action="/stripe/redirect/${id}">
          <label for="otp">Code from the text message (123456 passes)</label>
          <input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" />
          <button type="submit" class="primary">Confirm</button>
          <button type="submit" name="leave" value="yes">Cancel</button>
        </form>
      </div>`,
    )
  })

  router.post('/redirect/:id', ({ params, body }, response) => {
    const known = books.intents.all.get(params.id)
    const { otp, leave } = (body ?? {}) as Record<string, string | undefined>
    const passed = leave === undefined && otp === '123456'
    const answered = known && payerAnswered(known, passed)
    if (!answered?.action) return showOver(response)
    const charged = answered.received > 0 ? [books.movements.save(movementOf(answered))] : []
    journal.record(books.intents.save(answered), ...charged, ...told(answered))
    response.redirect(303, backTo(answered.action.returnUrl, answered, passed))
  })
}

/** With the words that Stripe adds, which prove nothing. */
function backTo(returnUrl: string, { id }: Intent, passed: boolean): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', `${id}_secret_sandbox`)
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.href
}

const showOver = (response: Parameters<typeof sendPage>[0]): void =>
  sendPage(response, 'Over', html`<p>You can go back to the shop.</p>`, 404)
