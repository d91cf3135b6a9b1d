import { randomBytes } from 'node:crypto'
import { createAcquirer } from '../../src/connectors/sandbox-acquirer/index.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import { createBank } from '../../src/connectors/bank/index.ts'
import { createBlik } from '../../src/connectors/blik/index.ts'
import type { Blik } from '../../src/connectors/blik/index.ts'
import { blikOutcome } from '../../src/connectors/blik/outcome.ts'
import type { CommandOutcome, Decision, Wall } from '../../src/domain/actor/decision.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import type { Call, Outcome } from '../../src/domain/actor/call.ts'
import type { CreatePayment, PaymentCommand } from '../../src/domain/payment/commands.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Event } from '../../src/domain/payment/events.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { present } from '../../src/domain/present.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { maybeOne } from '../../src/postgres/db.ts'
import { recordPayment } from '../../src/postgres/record-payment.ts'
import { createCommand } from '../domain/payment/support.ts'
import { keys } from '../sandbox/start-sandbox.ts'

/**
 * Payments in a real database and at the real simulator of the acquirer, without Temporal: each
 * message is decided, recorded, and what it asks of the acquirer is done at once.
 */
export function recordPayments(pool: DbPool, sandboxUrl: string, cardNumber = '4000000000001075') {
  const acquirer = createAcquirer({ url: `${sandboxUrl}/acquirer`, key: keys.acquirer })
  const blik = createBlik({ url: `${sandboxUrl}/blik`, key: keys.blik })
  const bank = createBank({ url: `${sandboxUrl}/bank`, key: keys.bank })

  const find = async (paymentId: string): Promise<Payment | undefined> =>
    (
      await maybeOne<{ state: Payment }>(pool, 'select state from payment where payment_id = $1', [
        paymentId,
      ])
    )?.state

  async function take(paymentId: string, message: Message, wall?: Wall): Promise<Decision<Event>> {
    const before = await find(paymentId)
    const at = Date.now()
    const decision = decide(before, message, at, wall)
    const recorded = await recordPayment(pool, { paymentId, before, message, decision, at })
    if (recorded.status === 'wall') return take(paymentId, message, recorded.wall)
    if (recorded.status === 'held') throw new Error(recorded.reason)
    return decision
  }

  /** Does what the payment waits for, until it waits for nothing. */
  async function perform(paymentId: string): Promise<void> {
    for (;;) {
      const payment = await find(paymentId)
      const call = payment?.calls[0]
      if (!payment || !call) return
      const outcome = atBlik(payment)
        ? await askBlik({ blik, sandboxUrl }, payment, call)
        : await ask(acquirer, payment, call, cardNumber)
      await take(paymentId, { type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
    }
  }

  /** Decides without doing what follows, so that the payment stays busy. */
  async function decideOnly(paymentId: string, command: PaymentCommand): Promise<CommandOutcome> {
    const id = `cmd/${newId()}`
    const message = { type: 'command', id, command, actor: 'gateway', requestId: 'r' } as const
    return (await take(paymentId, message)).outcome
  }

  async function command(paymentId: string, order: PaymentCommand): Promise<CommandOutcome> {
    const outcome = await decideOnly(paymentId, order)
    await perform(paymentId)
    return outcome
  }

  async function sale(changes: Partial<CreatePayment> = {}): Promise<string> {
    const paymentId = newId()
    const order = { amountMinor: 10_000, currency: 'PLN', extOrderId: paymentId } as const
    await command(paymentId, createCommand({ paymentId, order, ...changes }))
    return paymentId
  }

  return {
    acquirer,
    blik,
    bank,
    find,
    take,
    perform,
    decideOnly,
    command,
    sale,
    /** The payment as it stands; it must be there. */
    read: async (paymentId: string): Promise<Payment> => {
      const payment = await find(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      return payment
    },
  }
}

export type RecordedPayments = ReturnType<typeof recordPayments>

const letters = 'abcdefghijklmnopqrstuvwxyz'
const newId = (): string =>
  [...randomBytes(26)].map((byte) => letters[byte % letters.length] ?? 'a').join('')

const atBlik = ({ instrument }: Payment): boolean => instrument?.type.startsWith('BLIK') ?? false

/** The payer confirms at once, as a tester may have it. */
async function askBlik(
  { blik, sandboxUrl }: { blik: Blik; sandboxUrl: string },
  payment: Payment,
  { kind, reference, originalReference = reference, amountMinor }: Call,
): Promise<Outcome> {
  const { currency } = payment.order
  if (kind === 'refund' || kind === 'sendBack') {
    const refund = await blik.refund({ reference, originalReference, amountMinor, currency })
    if (refund.type !== 'completed') throw new Error(`${reference} was not refunded`)
    return { type: 'approved' }
  }
  const notifyUrl = 'http://127.0.0.1:1/'
  const order = { orderId: reference, amountMinor, currency, notifyUrl }
  await blik.pay({ ...order, description: '', code: '100005' })
  await fetch(`${sandboxUrl}/blik/payments/${reference}/confirm`, { method: 'POST' })
  return blikOutcome(await blik.inquire(reference))
}

async function ask(
  acquirer: Acquirer,
  payment: Payment,
  call: Call,
  number: string,
): Promise<Outcome> {
  const { reference, originalReference = reference, amountMinor, reason = 'CANCEL' } = call
  const { currency } = payment.order
  const { keepsRest } = call
  const request = { reference, originalReference, amountMinor, currency, ...present({ keepsRest }) }
  switch (call.kind) {
    case 'authenticate':
      return { type: 'notEnrolled' }
    case 'authorize':
      return acquirer.authorize({
        ...request,
        kind: payment.options.transKind === 'PREAUTH' ? 'PREAUTH' : 'SALE',
        merchant: { merchantId: payment.merchantId, name: 'Shop', mcc: '5999' },
        card: { number, expDate: '203012' },
        initiator: 'CUSTOMER',
      })
    case 'capture':
    case 'adjust':
    case 'refund':
      return acquirer[call.kind](request)
    case 'reverse':
      return acquirer.reverse({ ...request, reason })
    default:
      throw new Error(`nobody does ${call.kind} here`)
  }
}
