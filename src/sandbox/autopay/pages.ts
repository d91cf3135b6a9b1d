import type { Router } from 'express'
import express from 'express'
import { html, sendPage } from '../html.ts'
import type { Books, Transaction } from './books.ts'
import { hashOf } from './dialect.ts'
import type { Payer } from './payer.ts'

/** The page that a payer is sent to, and the way back with the return's hash. */
export function createPages({ transactions }: Books, payer: Payer, key: string): Router {
  const decide: Record<string, (transaction: Transaction) => void> = {
    pay: payer.pay,
    decline: (transaction) => payer.fail(transaction, 'REJECTED_BY_USER'),
    later: payer.later,
    twice: (transaction) => {
      payer.pay(transaction)
      payer.payAgain(transaction)
    },
  }
  const find = (params: Record<string, string>) => {
    const transaction = transactions.all.get(params['remoteId'] ?? '')
    return transaction && params['token'] === tokenOf(transaction, key) ? transaction : undefined
  }

  const router = express.Router()
  router.get('/payment/continue/:remoteId/:token', (request, response) => {
    const transaction = find(request.params)
    if (!transaction) return void response.status(404).json({ error: 'not_found' })
    sendPage(response, 'Autopay', pageOf(transaction))
  })
  router.post('/payment/continue/:remoteId/:token', (request, response) => {
    const transaction = find(request.params)
    if (!transaction) return void response.status(404).json({ error: 'not_found' })
    const { decision } = (request.body ?? {}) as { decision?: string }
    if (decision !== undefined && Object.hasOwn(decide, decision)) decide[decision]?.(transaction)
    response.redirect(303, returnOf(transaction, key))
  })
  return router
}

export const tokenOf = ({ remoteId, orderId }: Transaction, key: string): string =>
  hashOf([remoteId, orderId], key).slice(0, 16)

const pageOf = ({ amount, currency, orderId, status }: Transaction) =>
  html`<h1>Autopay</h1>
    <p>Transfer of <strong>${amount} ${currency}</strong> for order ${orderId}</p>
    ${
      status === 'PENDING'
        ? html`<form method="post" action="">
            <button type="submit" name="decision" value="pay">Pay</button>
            <button type="submit" name="decision" value="decline">Decline</button>
            <button type="submit" name="decision" value="later">
              Go back now, pay in a moment
            </button>
            <button type="submit" name="decision" value="twice">Pay, go back and pay again</button>
          </form>`
        : html`<p>This transfer is over.</p>`
    }`

function returnOf({ serviceId, orderId, returnUrl }: Transaction, key: string): string {
  const back = new URL(returnUrl)
  back.searchParams.set('ServiceID', serviceId)
  back.searchParams.set('OrderID', orderId)
  back.searchParams.set('Hash', hashOf([serviceId, orderId], key))
  return back.href
}
