import { ok, refuse } from './answer.ts'
import type { Answer } from './answer.ts'
import { amount, text } from './fields.ts'
import type { Journal } from './journal.ts'
import type { MoneyLog, Row } from './money-log.ts'
import type { Call, Provider } from './provider.ts'
import type { Move } from './settlements.ts'

interface Refund {
  reference: string
  originalReference: string
  amountMinor: number
  currency: string
  status: 'COMPLETED' | 'REJECTED'
  reason?: string
}

interface RefundOptions {
  name: 'blik' | 'bank'
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  /** What the payer of this order has paid; undefined when nothing. */
  paid(orderId: string): { amountMinor: number; currency: string } | undefined
}

/** Money sent back to a payer, alike at BLIK and at the banks: never more than was paid. */
export function addRefunds(options: RefundOptions): { moved(): Move[] } {
  const { name, provider, journal, moneyLog, paid } = options
  const refunds = new Map<string, Refund>()
  const refundedMinor = new Map<string, number>()
  const refunded = journal.topic<Refund>(`${name}.refunded`, (refund) => {
    const { reference, originalReference, amountMinor, status } = refund
    refunds.set(reference, refund)
    if (status !== 'COMPLETED') return
    const before = refundedMinor.get(originalReference) ?? 0
    refundedMinor.set(originalReference, before + amountMinor)
  })

  function decide(call: Call): Refund {
    const reference = text(call.body, 'reference')
    const originalReference = text(call.body, 'originalReference')
    const amountMinor = amount(call.body)
    const currency = text(call.body, 'currency')
    const asked = { reference, originalReference, amountMinor, currency }
    const original = paid(originalReference)
    if (original?.currency !== currency)
      return { ...asked, status: 'REJECTED', reason: 'SYSTEM_ERROR' }
    const totalMinor = (refundedMinor.get(originalReference) ?? 0) + amountMinor
    if (totalMinor > original.amountMinor)
      return { ...asked, status: 'REJECTED', reason: 'LIMIT_EXCEEDED' }
    return { ...asked, status: 'COMPLETED' }
  }

  const rowOf = (refund: Refund, operation: Row['operation'], processed: boolean, call: Call) =>
    moneyLog.row({
      provider: name,
      reference: refund.reference,
      operation,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
      processed,
      result: refund.status,
      receivedAt: call.receivedAt,
      answeredAt: new Date().toISOString(),
    })

  provider.post('/refunds', 'refund', (call): Answer => {
    const known = refunds.get(text(call.body, 'reference'))
    const refund = known ?? decide(call)
    const processed = !known && refund.status === 'COMPLETED'
    journal.record(...(known ? [] : [refunded(refund)]), rowOf(refund, 'refund', processed, call))
    return ok(view(refund))
  })
  provider.get('/refunds/:reference', 'inquire', (call): Answer => {
    const known = refunds.get(call.params.reference ?? '')
    if (!known) return refuse(404, 'not_found')
    journal.record(rowOf(known, 'inquire', false, call))
    return ok(view(known))
  })
  return {
    moved: () =>
      [...refunds.values()].flatMap(({ status, reason: _, ...refund }): Move[] =>
        status === 'COMPLETED' ? [{ ...refund, operation: 'refund' }] : [],
      ),
  }
}

const view = ({ reference, status, reason }: Refund) => ({
  reference,
  status,
  ...(reason && { reason }),
})
