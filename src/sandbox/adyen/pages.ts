import type { Router } from 'express'
import type { Entry, Journal } from '../journal.ts'
import { askPayer, hasPassed, showOver } from '../question-page.ts'
import type { Books, Payment } from './books.ts'
import { answered } from './pay.ts'

interface Parts {
  journal: Journal
  books: Books
  /** What is told, and written into the log of money, of a payment that the payer has answered. */
  news(payment: Payment): Entry[]
}

/** The page that Adyen asks a payer on in the middle of a charge, and that sends the browser back. */
export function addPages(router: Router, { journal, books, news }: Parts): void {
  router.get('/redirect/:psp', ({ params }, response) => {
    const { status, amount } = books.payments.all.get(params.psp) ?? {}
    if (status !== 'away') return showOver(response)
    askPayer(response, {
      action: `/adyen/redirect/${params.psp}`,
      amount: `${String(amount?.value)} ${String(amount?.currency)}`,
    })
  })

  router.post('/redirect/:psp', ({ params, body }, response) => {
    const known = books.payments.all.get(params.psp)
    if (known?.status !== 'away') return showOver(response)
    const payment = answered(known, hasPassed(body))
    journal.record(books.payments.save(payment), ...news(payment))
    const back = new URL(known.returnUrl ?? '')
    back.searchParams.set('redirectResult', payment.redirectResult ?? '')
    response.redirect(303, back.href)
  })
}
