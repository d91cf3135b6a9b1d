import type { Router } from 'express'
import express from 'express'
import { html, sendPage } from '../html.ts'
import type { Books, Transaction } from './books.ts'
import type { Payer } from './payer.ts'

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
    const { decision } = (request.body ?? {}) as { decision?: string }
    if (decision !== undefined && Object.hasOwn(decide, decision)) decide[decision]?.(transaction)
    response.redirect(303, transaction.urlReturn)
  })
  return router
}

const pageOf = ({ amount, currency, sessionId, status }: Transaction) =>
  html`<h1>Przelewy24</h1>
    <p>Transfer of <strong>${(amount / 100).toFixed(2)} ${currency}</strong> for ${sessionId}</p>
    ${
      status === 0
        ? html`<form method="post" action="">
            <button type="submit" name="decision" value="pay">Pay</button>
            <button type="submit" name="decision" value="decline">Go back without paying</button>
            <button type="submit" name="decision" value="later">
              Go back now, pay in a moment
            </button>
          </form>`
        : html`<p>This transfer is over.</p>`
    }`
