import type { Router } from 'express'
import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { InvalidField, amount, optionalText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import { addRefunds } from '../refunds.ts'
import { addSettlements } from '../settlements.ts'
import { banks } from './banks.ts'
import {
  cancelledTransfer,
  moveOf,
  signedParameters,
  transferRow,
  viewTransfer,
} from './transfers.ts'
import type { Transfer, Transfers } from './transfers.ts'

interface BankOptions {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  transfers: Transfers
  serviceId: string
  key: string
}

/** The intermediary for pay-by-link: the gateway orders here, the payer decides on the bank's page. */
export function createBank({
  provider,
  journal,
  moneyLog,
  transfers,
  serviceId,
  key,
}: BankOptions): Router {
  function pay({ body, baseUrl, receivedAt }: Call): Answer {
    const code = text(body, 'bank')
    const intermediary = optionalText(body, 'provider')
    const bank = banks.find(
      (each) =>
        each.bank === code && (intermediary === undefined || each.provider === intermediary),
    )
    if (!bank) throw new InvalidField('bank', 'a bank of the list')
    if (!bank.available) return refuse(409, 'bank_unavailable')
    const known = transfers.find(text(body, 'orderId'))
    const transfer = known ?? readTransfer(body)
    const row = { processed: false, result: transfer.status, receivedAt }
    const entries = known ? [] : [transfers.placed(transfer)]
    journal.record(...entries, moneyLog.row(transferRow(transfer, 'authorize', row)))
    const { orderId, status } = transfer
    const query = new URLSearchParams(signedParameters(orderId, serviceId, key))
    return ok({ orderId, status, redirectURL: `${baseUrl}/bank/pay?${query.toString()}` })
  }

  function inquire({ params, receivedAt }: Call): Answer {
    const orderId = params.orderId ?? ''
    const transfer = transfers.find(orderId)
    const row = { processed: false, result: transfer?.status ?? 'not_found', receivedAt }
    const shown = transfer ?? cancelledTransfer(orderId)
    journal.record(moneyLog.row(transferRow(shown, 'inquire', row)))
    return transfer ? ok(viewTransfer(transfer)) : refuse(404, 'not_found')
  }

  function cancel({ params, receivedAt }: Call): Answer {
    const orderId = params.orderId ?? ''
    const known = transfers.find(orderId)
    const transfer = known ?? cancelledTransfer(orderId)
    const processed = !known || transfer.status === 'PENDING'
    const status = processed ? 'CANCELLED' : transfer.status
    const entry = known ? transfers.changed({ orderId, status }) : transfers.placed(transfer)
    const row = { processed, result: status, receivedAt }
    journal.record(entry, moneyLog.row(transferRow(transfer, 'reverse', row)))
    return ok(viewTransfer(transfer))
  }

  provider.get('/banks', 'list', ({ baseUrl }) =>
    ok(banks.map((bank) => ({ ...bank, iconURL: `${baseUrl}/bank/icons/${bank.bank}.svg` }))),
  )
  provider.post('/payments', 'authorize', pay)
  provider.get('/payments/:orderId', 'inquire', inquire)
  provider.post('/payments/:orderId/cancel', 'reverse', cancel)
  const paid = (orderId: string) => {
    const transfer = transfers.find(orderId)
    return transfer?.status === 'PAID' ? transfer : undefined
  }
  const refunds = addRefunds({ name: 'bank', provider, journal, moneyLog, paid })
  const moved = () => [...transfers.paid().map(moveOf), ...refunds.moved()]
  addSettlements({ name: 'bank', provider, journal, moved })
  return provider.router
}

function readTransfer(body: Fields): Transfer {
  return {
    orderId: text(body, 'orderId'),
    bank: text(body, 'bank'),
    amountMinor: amount(body),
    currency: text(body, 'currency'),
    title: optionalText(body, 'title') ?? '',
    returnURL: text(body, 'returnURL'),
    status: 'PENDING',
  }
}
