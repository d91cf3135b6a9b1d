import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Wall } from '../../src/domain/actor/decision.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import { apply } from '../../src/domain/payment/apply.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CreatePayment, PaymentCommand } from '../../src/domain/payment/commands.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { required } from '../../src/domain/assert.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute, many, one } from '../../src/postgres/db.ts'
import { holdActor } from '../../src/postgres/hold-actor.ts'
import { recordPayment } from '../../src/postgres/record-payment.ts'
import { readPaymentFile } from '../../src/postgres/review/payment-file.ts'
import { timeline } from '../../src/review/timeline.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import { freshDatabase } from '../support/database.ts'

const letters = () => randomUUID().replace(/[\d-]/g, 'x')

/** A payment whose every message goes through the database, as its workflow would send it. */
class Recorded {
  payment: Payment | undefined
  readonly id = letters()
  readonly pool: DbPool
  now = START

  constructor(pool: DbPool) {
    this.pool = pool
  }

  static async sale(pool: DbPool, changes: Partial<CreatePayment> = {}): Promise<Recorded> {
    const recorded = new Recorded(pool)
    await recorded.command({ ...createCommand(changes), paymentId: recorded.id })
    await recorded.answer({ type: 'notEnrolled' })
    await recorded.answer({ type: 'approved' })
    return recorded
  }

  command(command: PaymentCommand, id = `cmd/${letters()}`) {
    return this.take({ type: 'command', id, command, actor: 'gateway', requestId: 'r' })
  }

  answer(outcome: Outcome) {
    const callId = this.payment?.calls[0]?.id ?? ''
    return this.take({ type: 'result', id: `result/${callId}`, callId, outcome })
  }

  async take(message: Message, wall?: Wall): Promise<string> {
    this.now += 1
    const decision = decide(this.payment, message, this.now, wall)
    const answer = await recordPayment(this.pool, {
      paymentId: this.id,
      before: this.payment,
      message,
      decision,
      at: this.now,
    })
    if (answer.status === 'wall') return this.take(message, answer.wall)
    if (answer.status !== 'committed') return answer.status
    const version = (this.payment?.version ?? 0) + 1
    this.payment = apply(this.payment, { version, at: this.now, events: decision.events }).payment
    return decision.outcome.accepted ? 'accepted' : decision.outcome.code
  }
}

const order = (extOrderId: string) => ({
  order: { amountMinor: 10_000, currency: 'PLN' as const, extOrderId },
})
const balanceOf = (pool: DbPool) =>
  one<{ available_minor: number; reserved_minor: number }>(
    pool,
    `select available_minor, reserved_minor from balance where merchant_id = 'shop' and currency = 'PLN'`,
  )

describe('what is recorded', () => {
  test('names the API key that it was asked with, and the line of time what that is called', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('key'))
    await execute(
      pool,
      `insert into merchant (mid, kind, name) values ('shop', 'merchant', 'Shop')`,
    )
    await execute(
      pool,
      `insert into api_key (key_id, merchant_id, name, scopes, hash)
       values ('warehouse', 'shop', 'The warehouse', '{refunds}', sha256('x'))`,
    )
    await sale.take({
      type: 'command',
      id: `cmd/${letters()}`,
      requestId: 'r',
      actor: 'merchant/shop',
      key: 'warehouse',
      command: { name: 'refund', amountMinor: 100 } as PaymentCommand,
    })
    const file = required(await readPaymentFile(pool, sale.id), 'the payment')
    expect(file.journal.at(-1)).toMatchObject({ actor: 'merchant/shop/key/warehouse' })
    const line = timeline(file).find(({ text }) => text.startsWith('refund'))
    expect(line).toMatchObject({
      from: 'merchant',
      detail: 'merchant/shop/key/warehouse, key “The warehouse”, request r',
    })
  })

  test('is the payment itself: the row is the fold of the journal', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    const { state, status } = await one<{ state: Payment; status: string }>(
      pool,
      'select state, status from payment',
    )
    expect(state).toEqual(sale.payment)
    expect(status).toBe('COMPLETED')
    const lines = await many<{ version: number }>(
      pool,
      'select version from journal order by version',
    )
    expect(lines.map(({ version }) => version)).toEqual([1, 2, 3])
  })
  test('moves money in double entry, and balances follow', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    expect(await balanceOf(pool)).toEqual({ available_minor: 10_000, reserved_minor: 0 })
    await sale.command({ name: 'refund', amountMinor: 4_000 })
    expect(await balanceOf(pool)).toEqual({ available_minor: 6_000, reserved_minor: 4_000 })
    await sale.answer({ type: 'approved' })
    expect(await balanceOf(pool)).toEqual({ available_minor: 6_000, reserved_minor: 0 })
    const { total } = await one<{ total: number }>(
      pool,
      'select sum(amount_minor)::int8 as total from posting',
    )
    expect(total).toBe(0)
  })
  test('tells the merchant in order, without a gap', async () => {
    const { pool } = await freshDatabase()
    await Recorded.sale(pool, order('a'))
    const rows = await many<{ sequence: number; body: string }>(
      pool,
      'select sequence, body from notification order by sequence',
    )
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(rows.map(({ body }) => (JSON.parse(body) as { status: string }).status)).toEqual([
      'PENDING',
      'COMPLETED',
    ])
  })
})

describe('a version that stands', () => {
  test('is returned with everything after it, and not overwritten', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    const stale = new Recorded(pool)
    Object.assign(stale, { id: sale.id })
    const message: Message = {
      type: 'command',
      id: `cmd/${letters()}`,
      command: { ...createCommand(), paymentId: sale.id } as PaymentCommand,
      actor: 'gateway',
      requestId: 'r',
    }
    const decision = decide(undefined, message, START)
    const answer = await recordPayment(pool, {
      paymentId: sale.id,
      before: undefined,
      message,
      decision,
      at: START,
    })
    expect(answer).toMatchObject({
      status: 'standing',
      entries: [{ version: 1 }, { version: 2 }, { version: 3 }],
    })
  })
  test('of a message taken before is a duplicate without effect', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    const id = `cmd/${letters()}`
    expect(await sale.command({ name: 'refund', amountMinor: 1 }, id)).toBe('accepted')
    expect(await sale.command({ name: 'refund', amountMinor: 1 }, id)).toBe('duplicate')
    expect(await balanceOf(pool)).toEqual({ available_minor: 9_999, reserved_minor: 1 })
  })
})

describe('walls', () => {
  test('an order succeeds once, and is free again when its money is back', async () => {
    const { pool } = await freshDatabase()
    const first = await Recorded.sale(pool, order('same'))
    const second = new Recorded(pool)
    await second.command({ ...createCommand(order('same')), paymentId: second.id })
    expect(second.payment).toMatchObject({ phase: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' })
    await first.command({ name: 'cancel', by: 'merchant' })
    await first.answer({ type: 'approved' })
    const third = await Recorded.sale(pool, order('same'))
    expect(third.payment?.phase).toBe('paid')
  })
  test('two charges of one order at the same moment: one stands, the other is undone', async () => {
    const { pool } = await freshDatabase()
    const [one, two] = [new Recorded(pool), new Recorded(pool)]
    for (const each of [one, two]) {
      await each.command({ ...createCommand(order('same')), paymentId: each.id })
      await each.answer({ type: 'notEnrolled' })
    }
    await Promise.all([one, two].map((each) => each.answer({ type: 'approved' })))
    expect([one.payment?.phase, two.payment?.phase].sort()).toEqual(['paid', 'undoing'])
  })
  test('what was decided in time is not committed when the database was too slow', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('slow'))
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query(`select 1 from balance for update`)
    const notAfter = Date.now() + 500
    const command = { name: 'refund', amountMinor: 10_000 } as const
    const refund = sale.take({
      type: 'command',
      id: 'cmd/late',
      actor: 'gateway',
      requestId: 'r',
      command,
      notAfter,
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await holder.query('commit')
    holder.release()
    expect(await refund).toBe('command_expired')
    expect(sale.payment).toMatchObject({ refunds: [], reservedMinor: 0 })
  })
  test('parallel refunds of many payments never take the balance below zero', async () => {
    const { pool } = await freshDatabase()
    const sales = await Promise.all(
      Array.from({ length: 20 }, (_, index) => Recorded.sale(pool, order(`o${index}`))),
    )
    await pool.query({ text: `update balance set available_minor = 55000` })
    const outcomes = await Promise.all(
      sales.map((sale) => sale.command({ name: 'refund', amountMinor: 10_000 })),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'insufficient_refund_balance')).toHaveLength(15)
    expect(await balanceOf(pool)).toEqual({ available_minor: 5_000, reserved_minor: 50_000 })
  })
  test('a completed sale cannot be cancelled once its settlement batch has closed', async () => {
    const { pool } = await freshDatabase()
    const sale = new Recorded(pool)
    sale.now = Date.now() - 1_000
    await sale.command({ ...createCommand(order('a')), paymentId: sale.id })
    await sale.answer({ type: 'notEnrolled' })
    await sale.answer({ type: 'approved' })
    await pool.query({
      text: `insert into settlement_batch (batch_id, cutoff) values ('b', now())`,
    })
    expect(await sale.command({ name: 'cancel', by: 'merchant' })).toBe('settlement_in_progress')
  })
})

describe('what must not be', () => {
  test('a gap in the versions holds the payment instead of trying for ever', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    if (sale.payment) sale.payment = { ...sale.payment, version: 7 }
    expect(await sale.command({ name: 'refund' })).toBe('held')
  })
  test('a worker that folds to other sums is stopped before it writes them', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    const truth = required(sale.payment, 'a sale')
    sale.payment = { ...truth, capturedMinor: 9_900 }
    expect(await sale.command({ name: 'refund', amountMinor: 9_900 })).toBe('held')
    const { captured_minor } = await one<{ captured_minor: number }>(
      pool,
      'select captured_minor from payment',
    )
    expect(captured_minor).toBe(10_000)
    sale.payment = truth
    expect(await sale.command({ name: 'refund', amountMinor: 9_900 })).toBe('accepted')
  })

  test('a worker that folds to anything else is stopped too, and is told what it was', async () => {
    const { pool } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    const truth = required(sale.payment, 'a sale')
    const told = (wrong: Partial<Payment>) => {
      const before = { ...truth, ...wrong }
      const message = { type: 'due' as const, id: 'due/b', name: 'b', at: sale.now }
      const decision = { events: [], outcome: { accepted: true as const } }
      return recordPayment(pool, { paymentId: sale.id, before, message, decision, at: sale.now })
    }
    expect(await told({ phase: 'authorized', refundedMinor: 5 })).toEqual({
      status: 'held',
      reason:
        'started from another state than what was committed: refundedMinor 5 instead of 0, phase',
    })
    // The mark of an operator stands in the row alone.
    await holdActor.payment(pool, sale.id, 'look at it')
    expect(await told({})).toMatchObject({ status: 'committed' })
  })

  test('what retention took out of a row is no difference, but money is', async () => {
    const { pool, poolOf } = await freshDatabase()
    const sale = await Recorded.sale(pool, order('a'))
    await many(
      poolOf('tollgate'),
      `update payment set purged_at = now(), state = state - 'instrument' returning 1 as one`,
    )
    const truth = required(sale.payment, 'a sale')
    sale.payment = { ...truth, refundedMinor: 1 }
    expect(await sale.command({ name: 'refund', amountMinor: 100 })).toBe('held')
    sale.payment = truth
    expect(await sale.command({ name: 'refund', amountMinor: 100 })).toBe('accepted')
  })

  test('a status that may not follow is refused by the database itself', async () => {
    const { pool } = await freshDatabase()
    await Recorded.sale(pool, order('a'))
    await expect(pool.query({ text: `update payment set status = 'NEW'` })).rejects.toThrow(
      'may not become',
    )
  })
  test('postings that do not sum to zero are refused by the database itself', async () => {
    const { pool } = await freshDatabase()
    const sql = `insert into posting (owner_id, version, position, account, currency, amount_minor, at) values ('x', 1, 1, 'bank', 'PLN', 5, now())`
    await expect(pool.query({ text: sql })).rejects.toThrow('sum to zero')
  })
  test('more refunded than captured is refused by the database itself', async () => {
    const { pool } = await freshDatabase()
    await Recorded.sale(pool, order('a'))
    await expect(pool.query({ text: 'update payment set refunded_minor = 10001' })).rejects.toThrow(
      'refunds_within_captured',
    )
  })
})
