import type { Request, Response, Router } from 'express'
import express from 'express'
import { randomBytes } from 'node:crypto'
import { formatAmount } from '../currencies.ts'
import { hidden, html, sendPage } from '../html.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Scheduler } from '../scheduler.ts'
import { bankIcon, banks } from './banks.ts'
import { signedParameters, transferRow } from './transfers.ts'
import type { Transfer, Transfers } from './transfers.ts'

interface BankPagesOptions {
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  transfers: Transfers
  serviceId: string
  key: string
  laterMs: number
}

/** The bank's own page. A payer who has it open may pay even what was cancelled meanwhile. */
export function createBankPages(options: BankPagesOptions): Router {
  const { journal, moneyLog, scheduler, transfers, serviceId, key, laterMs } = options

  const payLater = scheduler.handle<{ orderId: string }>('bank.pay', ({ orderId }) => {
    const transfer = transfers.find(orderId)
    if (transfer) pay(transfer)
  })

  function pay(transfer: Transfer): void {
    if (transfer.status === 'PAID' || transfer.status === 'DECLINED') return
    const { orderId } = transfer
    const transactionId = `BANK${randomBytes(8).toString('hex').toUpperCase()}`
    const row = { processed: true, result: 'PAID', receivedAt: new Date().toISOString() }
    journal.record(
      transfers.changed({ orderId, status: 'PAID', transactionId }),
      moneyLog.row(transferRow(transfer, 'authorize', row)),
    )
  }

  function decide(transfer: Transfer, decision: string | undefined): void {
    const { orderId, status } = transfer
    if (decision === 'pay') pay(transfer)
    if (decision === 'later') journal.record(payLater({ orderId }, laterMs))
    if (decision === 'decline' && (status === 'PENDING' || status === 'CANCELLED'))
      journal.record(transfers.changed({ orderId, status: 'DECLINED' }))
  }

  /** The transfer that signed parameters name. */
  function transferOf(parameters: Record<string, unknown>): Transfer | undefined {
    const orderId = String(parameters.OrderID)
    const { Hash } = signedParameters(orderId, serviceId, key)
    return parameters.Hash === Hash ? transfers.find(orderId) : undefined
  }

  const router = express.Router()
  router.get('/icons/:file', (request, response) => {
    const bank = banks.find((each) => `${each.bank}.svg` === request.params.file)
    if (!bank) return void response.status(404).json({ error: 'not_found' })
    response.type('svg').send(bankIcon(bank))
  })
  router.get('/pay', (request, response) => {
    const transfer = transferOf(request.query)
    if (!transfer?.returnURL) return showProblem(response)
    showTransfer(response, transfer, signedParameters(transfer.orderId, serviceId, key))
  })
  router.post('/decision', (request: Request, response) => {
    const fields = (request.body ?? {}) as Record<string, string | undefined>
    const transfer = transferOf(fields)
    if (!transfer?.returnURL) return showProblem(response)
    decide(transfer, fields.decision)
    const back = new URL(transfer.returnURL)
    const parameters = signedParameters(transfer.orderId, serviceId, key)
    Object.entries(parameters).forEach(([name, value]) => back.searchParams.set(name, value))
    response.redirect(303, back.href)
  })
  return router
}

function showTransfer(
  response: Response,
  transfer: Transfer,
  parameters: Record<string, string>,
): void {
  const bank = banks.find((each) => each.bank === transfer.bank)
  const amount = formatAmount(transfer.amountMinor, transfer.currency)
  sendPage(
    response,
    bank?.name ?? transfer.bank,
    html`<div class="bank">
      <header>
        <img src="/bank/icons/${transfer.bank}.svg" alt="" width="48" height="48" />
        <h1>${bank?.name ?? transfer.bank}</h1>
        <p>Signed in: Jan Kowalski</p>
      </header>
      <h2>Confirm the transfer</h2>
      <dl>
        <dt>Amount</dt>
        <dd class="price">${amount}</dd>
        <dt>Title</dt>
        <dd>${transfer.title}</dd>
        <dt>From</dt>
        <dd>Personal account, PL61 1090 1014 •••• •••• •••• 2874</dd>
      </dl>
      <form method="post" action="/bank/decision">
        ${hidden(parameters)}
        <button type="submit" name="decision" value="pay" class="primary">Pay</button>
        <button type="submit" name="decision" value="decline">Decline</button>
        <button type="submit" name="decision" value="later">Go back now, pay in 5 seconds</button>
      </form>
    </div>`,
  )
}

function showProblem(response: Response): void {
  sendPage(
    response,
    'No such transfer',
    html`<h1>No such transfer</h1>
      <p>The bank does not know this order. Please go back to the shop and start again.</p>`,
    400,
  )
}
