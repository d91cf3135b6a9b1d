import type { Router } from 'express'
import express from 'express'
import { ASKED, cardForm, stepOf } from '../card-page.ts'
import { html, sendPage } from '../html.ts'
import { askPayer } from '../question-page.ts'
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
    if (isCard(transaction)) {
      const step = stepOf(request.body)
      const { amount, currency } = transaction
      const { originalUrl: action } = request
      if (step === 'ask')
        return askPayer(response, { action, amount: `${amount} ${currency}`, fields: ASKED })
      if (step === 'pay') payer.pay(transaction)
      else payer.fail(transaction, 'ISSUER_DECLINED')
    }
    const { decision } = (request.body ?? {}) as { decision?: string }
    if (decision !== undefined && Object.hasOwn(decide, decision)) decide[decision]?.(transaction)
    response.redirect(303, returnOf(transaction, key))
  })
  return router
}

export const tokenOf = ({ remoteId, orderId }: Transaction, key: string): string =>
  hashOf([remoteId, orderId], key).slice(0, 16)

/** Whether its payer pays by card, on the page. */
const isCard = ({ gatewayId }: Transaction): boolean => gatewayId === '1500'

const pageOf = (transaction: Transaction) =>
  html`<h1>Autopay</h1>
    <p>
      Payment of <strong>${transaction.amount} ${transaction.currency}</strong> for order
      ${transaction.orderId}
    </p>
    ${
      transaction.status !== 'PENDING'
        ? html`<p>This payment is over.</p>`
        : isCard(transaction)
          ? cardForm
          : html`<form method="post" action="">
              <button type="submit" name="decision" value="pay">Pay</button>
              <button type="submit" name="decision" value="decline">Decline</button>
              <button type="submit" name="decision" value="later">
                Go back now, pay in a moment
              </button>
              <button type="submit" name="decision" value="twice">
                Pay, go back and pay again
              </button>
            </form>`
    }`

function returnOf({ serviceId, orderId, returnUrl }: Transaction, key: string): string {
  const back = new URL(returnUrl)
  back.searchParams.set('ServiceID', serviceId)
  back.searchParams.set('OrderID', orderId)
  back.searchParams.set('Hash', hashOf([serviceId, orderId], key))
  return back.href
}
