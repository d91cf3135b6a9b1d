import type { Router } from 'express'
import { html, sendPage } from '../html.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Books, Payment } from './books.ts'
import { answered } from './pay.ts'

interface Parts {
  journal: Journal
  books: Books
  /** What is told, and written into the log of money, of a payment that the payer has answered. */
  told(payment: Payment): Entry[]
}

/** The page that Adyen asks a payer on in the middle of a charge, and that sends the browser back. */
export function addPages(router: Router, { journal, books, told }: Parts): void {
  router.get('/redirect/:psp', ({ params }, response) => {
    const { status, amount } = books.payments.all.get(params.psp) ?? {}
    if (status !== 'away') return showOver(response)
    sendPage(
      response,
      'Confirm with your bank',
      html`<div class="bank">
        <h1>Confirm with your bank</h1>
        <p>${amount?.value} ${amount?.currency}</p>
        <form method="post" action="/adyen/redirect/${params.psp}">
          <label for="otp">Code from the text message (123456 passes)</label>
          <input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" />
          <button type="submit" class="primary">Confirm</button>
          <button type="submit" name="leave" value="yes">Cancel</button>
        </form>
      </div>`,
    )
  })

  router.post('/redirect/:psp', ({ params, body }, response) => {
    const known = books.payments.all.get(params.psp)
    if (known?.status !== 'away') return showOver(response)
    const { otp, leave } = (body ?? {}) as Record<string, string | undefined>
    const payment = answered(known, leave === undefined && otp === '123456')
    journal.record(books.payments.save(payment), ...told(payment))
    const back = new URL(known.returnUrl ?? '')
    back.searchParams.set('redirectResult', payment.redirectResult ?? '')
    response.redirect(303, back.href)
  })
}

const showOver = (response: Parameters<typeof sendPage>[0]): void =>
  sendPage(response, 'Over', html`<p>You can go back to the shop.</p>`, 404)
