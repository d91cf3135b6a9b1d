import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../../src/domain/actor/message.ts'
import type { PaymentCommand } from '../../src/domain/payment/commands.ts'
import { approve, refuse, requestApproval, waitingApprovals } from '../../src/postgres/approvals.ts'
import type { Db } from '../../src/postgres/db.ts'
import { execute, one } from '../../src/postgres/db.ts'
import { disableOperator, saveOperator } from '../../src/postgres/operators.ts'
import { bookOperatorEntry } from '../../src/postgres/operator-entries.ts'
import type { BalanceInstruction } from '../../src/postgres/operator-entries.ts'
import { recordPayment } from '../../src/postgres/record-payment.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const people = [
  ['anna', 'operator'],
  ['jan', 'approver'],
  ['max', 'operator'],
] as const

async function start() {
  const { pool } = await freshDatabase()
  await execute(pool, `insert into merchant (mid, kind, name) values ('shop', 'merchant', 'Shop')`)
  for (const [name, role] of people) await saveOperator(pool, { name, role }, 'test')
  const payments = recordPayments(pool, sandbox.url)

  async function ask(paymentId: string, command: PaymentCommand, id = randomId()) {
    await requestApproval(pool, { id, paymentId, command, reason: 'x', requestedBy: 'anna' })
    return id
  }
  const order = (paymentId: string, id: string, command: PaymentCommand) =>
    payments.take(paymentId, messageOf(id, command))
  return { pool, payments, ask, order }
}

const messageOf = (id: string, command: PaymentCommand): Message => ({
  type: 'command',
  id: `cmd/${id}`,
  command,
  actor: 'operator/anna',
  requestId: 'r',
})

const cancel = { name: 'cancel', by: 'operator', reason: 'fraud' } as const
const refund = { name: 'refund', amountMinor: 500, description: 'by an operator' } as const
const missing = { accepted: false, code: 'approval_missing' }

describe('an operator moves the money of a payment', () => {
  test('only after another person has agreed, and once', async () => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const alone = await ask(sale, refund)
    expect((await order(sale, alone, refund)).outcome).toEqual(missing)
    const agreed = await ask(sale, refund)
    expect(await approve(pool, agreed, 'jan')).toBe(true)
    expect((await order(sale, agreed, refund)).outcome).toMatchObject({ accepted: true })
    expect(await waitingApprovals(pool)).toMatchObject([{ id: alone, approvedBy: null }])
    const used = await one<{ used: boolean }>(
      pool,
      `select used_at is not null as used from approval where id = $1`,
      [agreed],
    )
    expect(used).toEqual({ used: true })
  })

  test.for(['anna', 'Anna', 'ANNA'])('%s does not approve what anna asked for', async (name) => {
    const { pool, payments, ask } = await start()
    const id = await ask(await payments.sale(), cancel)
    await expect(approve(pool, id, name)).rejects.toThrow('another_person')
  })

  test('an approval of one payment is worth nothing for another', async () => {
    const { pool, payments, ask, order } = await start()
    const [mine, other] = [await payments.sale(), await payments.sale()]
    const id = await ask(mine, cancel)
    await approve(pool, id, 'jan')
    expect((await order(other, id, cancel)).outcome).toEqual(missing)
  })

  test.for<PaymentCommand>([
    { ...refund, amountMinor: 501 },
    { name: 'refund', description: 'by an operator' },
    { ...refund, extRefundId: 'mine' },
    cancel,
  ])('an approval of PLN 5.00 back is worth nothing for %o', async (another) => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const id = await ask(sale, refund)
    await approve(pool, id, 'jan')
    expect((await order(sale, id, another)).outcome).toEqual(missing)
  })

  test('an approval ends after a day: it can be neither given nor used', async () => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const late = await ask(sale, refund)
    const approvedInTime = await ask(sale, refund)
    await approve(pool, approvedInTime, 'jan')
    await aDayLater(pool)
    expect(await approve(pool, late, 'jan')).toBe(false)
    expect((await order(sale, approvedInTime, refund)).outcome).toEqual(missing)
    expect(await waitingApprovals(pool)).toEqual([])
  })

  test.for(['max', 'nobody'])('%s, who may not agree, does not', async (name) => {
    const { pool, payments, ask } = await start()
    const id = await ask(await payments.sale(), cancel)
    await expect(approve(pool, id, name)).rejects.toThrow('notTwoPeople')
  })

  test.for([
    ['whoever agreed was disabled', (pool: Db) => disableOperator(pool, 'jan')],
    ['whoever asked was disabled', (pool: Db) => disableOperator(pool, 'anna')],
    [
      'whoever agreed may no longer agree',
      (pool: Db) => saveOperator(pool, { name: 'jan', role: 'operator' }, 'test'),
    ],
  ] as const)('an approval is worth nothing after %s', async ([, happens]) => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const id = await ask(sale, refund)
    await approve(pool, id, 'jan')
    await happens(pool)
    expect((await order(sale, id, refund)).outcome).toEqual(missing)
  })

  test('what was refused is not approved or used any more', async () => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const id = await ask(sale, refund)
    await approve(pool, id, 'jan')
    expect(await refuse(pool, id, 'anna')).toBe(true)
    expect((await order(sale, id, refund)).outcome).toEqual(missing)
  })

  test('recording an approved order again finds what stands', async () => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const id = await ask(sale, refund)
    await approve(pool, id, 'jan')
    const before = await payments.read(sale)
    const decision = await order(sale, id, refund)
    const again = { paymentId: sale, before, message: messageOf(id, refund), decision }
    expect(await recordPayment(pool, { ...again, at: Date.now() })).toMatchObject({
      status: 'standing',
      entries: [{ messageId: `cmd/${id}` }],
    })
  })

  test('holding and resuming a payment needs nobody else', async () => {
    const { payments, order } = await start()
    const sale = await payments.sale()
    const { outcome } = await order(sale, randomId(), { name: 'hold', reason: 'look' })
    expect(outcome).toEqual({ accepted: true })
    expect(await payments.read(sale)).toMatchObject({ held: 'look' })
  })
})

describe('a payout or top-up', () => {
  const command: BalanceInstruction = {
    name: 'top-up',
    merchantId: 'shop',
    currency: 'PLN',
    amountMinor: 1_000,
    reference: 'bank-1',
  }
  const { name: kind, ...movement } = command
  const entry = { ...movement, kind, actor: 'anna', reason: 'float' } as const

  async function agreed() {
    const { pool } = await start()
    const id = randomId()
    const request = { id, merchantId: 'shop', command, reason: 'float', requestedBy: 'anna' }
    await requestApproval(pool, request)
    return { pool, id }
  }

  test('is booked when another person agreed to exactly this, and once', async () => {
    const { pool, id } = await agreed()
    const book = (changes: object = {}) =>
      bookOperatorEntry(pool, { ...entry, approvalId: id, ...changes })
    expect(await book()).toEqual({ status: 'approval_missing' })
    await approve(pool, id, 'jan')
    for (const changes of [
      ...[{ amountMinor: 1_001 }, { currency: 'EUR' }, { reference: 'bank-2' }],
      { kind: 'payout' },
    ])
      expect(await book(changes), JSON.stringify(changes)).toEqual({ status: 'approval_missing' })
    expect(await book()).toMatchObject({ status: 'booked', balance: { availableMinor: 1_000 } })
    expect(await book()).toMatchObject({ status: 'known', balance: { availableMinor: 1_000 } })
    expect(await book({ reference: 'bank-2' })).toEqual({ status: 'approval_missing' })
  })

  test('that the balance does not cover leaves its approval unused', async () => {
    const { pool } = await agreed()
    const id = randomId()
    const payout = { ...command, name: 'payout', reference: 'bank-3' } as const
    const request = { id, merchantId: 'shop', command: payout, reason: 'x', requestedBy: 'anna' }
    await requestApproval(pool, request)
    await approve(pool, id, 'jan')
    const wanted = { ...entry, kind: 'payout', reference: 'bank-3', approvalId: id } as const
    expect(await bookOperatorEntry(pool, wanted)).toEqual({ status: 'balance_short' })
    expect(await waitingApprovals(pool)).toContainEqual(expect.objectContaining({ id }))
  })
})

describe('what was asked and agreed to', () => {
  test.for([
    `update approval set command = command || '{"amountMinor": 900}'`,
    `update approval set requested_by = 'eve'`,
    `update approval set expires_at = expires_at + interval '1 day'`,
    `update approval set approved_by = 'eve'`,
    'update approval set used_at = null',
    'delete from approval',
  ])('cannot be changed afterwards: %s', async (sql) => {
    const { pool, payments, ask, order } = await start()
    const sale = await payments.sale()
    const id = await ask(sale, refund)
    await approve(pool, id, 'jan')
    await order(sale, id, refund)
    await expect(execute(pool, sql)).rejects.toThrow(/cannot be changed|are kept/)
  })

  test('is not used by hand before it is approved', async () => {
    const { pool, payments, ask } = await start()
    await ask(await payments.sale(), cancel)
    await expect(execute(pool, 'update approval set used_at = now()')).rejects.toThrow('used_when')
  })
})

/** Nobody may move the end of an approval, so the test takes the guard off to do so. */
async function aDayLater(pool: Parameters<typeof execute>[0]): Promise<void> {
  await execute(pool, 'alter table approval disable trigger approval_stays')
  await execute(
    pool,
    `update approval set expires_at = now(), approved_at = approved_at - interval '1 day'`,
  )
  await execute(pool, 'alter table approval enable trigger approval_stays')
}
