import type { Router } from 'express'
import express from 'express'
import { ASKED, cardForm, stepOf } from '../card-page.ts'
import { html, sendPage } from '../html.ts'
import { askPayer } from '../question-page.ts'
import type { Books, Transaction } from './books.ts'
import type { Payer } from './payer.ts'
import { isCard } from './register.ts'

/** The page that a payer is sent to. The way back proves nothing. */
export function createPages({ byToken }: Books, payer: Payer): Router {
  const decide: Record<string, (transaction: Transaction) => void> = {
    pay: payer.pay,
    later: payer.later,
    decline: () => undefined,
  }
  const router = express.Router()
  router.get('/trnRequest/:token', (request, response) => {
    const transaction = byToken(request.params.token)
    if (!transaction) return void response.status(404).json({ error: 'not_found' })
    sendPage(response, 'Przelewy24', pageOf(transaction))
  })
  router.post('/trnRequest/:token', (request, response) => {
    const transaction = byToken(request.params.token)
    if (!transaction) return void response.status(404).json({ error: 'not_found' })
    if (isCard(transaction)) {
      const step = stepOf(request.body)
      const { originalUrl: action } = request
      if (step === 'ask')
        return askPayer(response, { action, amount: sumOf(transaction), fields: ASKED })
      if (step === 'pay') payer.pay(transaction)
    }
    const { decision } = (request.body ?? {}) as { decision?: string }
    if (decision !== undefined && Object.hasOwn(decide, decision)) decide[decision]?.(transaction)
    response.redirect(303, transaction.urlReturn)
  })
  return router
}

const sumOf = ({ amount, currency }: Transaction): string =>
  `${(amount / 100).toFixed(2)} ${currency}`

const pageOf = (transaction: Transaction) =>
  html`<h1>Przelewy24</h1>
    <p>Payment of <strong>${sumOf(transaction)}</strong> for ${transaction.sessionId}</p>
    ${
      transaction.status !== 0
        ? html`<p>This payment is over.</p>`
        : isCard(transaction)
          ? cardForm
          : html`<form method="post" action="">
              <button type="submit" name="decision" value="pay">Pay</button>
              <button type="submit" name="decision" value="decline">Go back without paying</button>
              <button type="submit" name="decision" value="later">
                Go back now, pay in a moment
              </button>
            </form>`
    }`
