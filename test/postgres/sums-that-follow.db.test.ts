import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPayment } from '../../src/domain/ledger-check.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import type { PaymentCommand } from '../../src/domain/payment/commands.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Event } from '../../src/domain/payment/events.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute, one } from '../../src/postgres/db.ts'
import { holdActor } from '../../src/postgres/hold-actor.ts'
import { applyOne, recordPayment } from '../../src/postgres/record-payment.ts'
import { readEvidence } from '../../src/postgres/review/ledger-check.ts'
import { readRefolding, refoldPayment } from '../../src/postgres/review/refold-payment.ts'
import { preauth } from '../domain/payment/support.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import type { RecordedPayments } from '../support/recorded-payments.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
let pool: DbPool
let payments: RecordedPayments
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  pool = (await freshDatabase()).pool
  payments = recordPayments(pool, sandbox.url)
})
afterAll(() => sandbox.stop())

/** The answer of the acquirer to what a payment waits for. */
async function answerTo(id: string): Promise<Message> {
  const callId = (await payments.read(id)).calls[0]?.id ?? ''
  return { type: 'result', id: `result/${callId}`, callId, outcome: { type: 'approved' } }
}

const order = (command: PaymentCommand): Message => ({
  type: 'command',
  id: `cmd/${command.name}`,
  command,
  actor: 'gateway',
  requestId: 'r',
})

/** A hold of 80.00 of which 33.30 are being captured. */
async function capturing(): Promise<[string, Message]> {
  const id = await payments.sale(preauth)
  await payments.command(id, { name: 'adjust', amountMinor: 8_000 })
  await payments.decideOnly(id, { name: 'capture', amountMinor: 3_330 })
  return [id, await answerTo(id)]
}

/** A worker whose code makes something else of a message than ours does. */
interface Worker {
  folds?: (payment: Payment) => Payment
  decides?: (event: Event) => Event
}

async function offer([id, message]: [string, Message], { folds, decides }: Worker) {
  const before = await payments.read(id)
  const right = decide(before, message, Date.now())
  const decision = { ...right, events: right.events.map(decides ?? ((event) => event)) }
  const input = { paymentId: id, before, message, decision, at: Date.now() }
  const applied = applyOne(input)
  const payment = applied.payment && folds ? folds(applied.payment) : applied.payment
  return recordPayment(pool, input, { ...applied, payment })
}

const wholeUnits = (minor: number): number => Math.ceil(minor / 100) * 100

const refunding = async (): Promise<[string, Message]> => {
  const id = await payments.sale()
  await payments.decideOnly(id, { name: 'refund', amountMinor: 1_050 })
  return [id, await answerTo(id)]
}

const adjusting = async (): Promise<[string, Message]> => {
  const id = await payments.sale(preauth)
  await payments.decideOnly(id, { name: 'adjust', amountMinor: 8_050 })
  return [id, await answerTo(id)]
}

const begun = async (amountMinor: number): Promise<[string, Message]> => [
  await payments.sale(),
  order({ name: 'refund', amountMinor }),
]

type Bad = [name: string, begin: () => Promise<[string, Message]>, worker: Worker, says: string]

const bad: Bad[] = [
  [
    'rounds up what was captured',
    capturing,
    { folds: (payment) => ({ ...payment, capturedMinor: wholeUnits(payment.capturedMinor) }) },
    'capturedMinor 3400 instead of 3330',
  ],
  [
    'decides to have captured more than was asked for',
    capturing,
    { decides: (event) => (event.type === 'captured' ? { ...event, amountMinor: 3_400 } : event) },
    'capturedMinor 3400 instead of 3330',
  ],
  [
    'rounds up what is authorized',
    adjusting,
    { folds: (payment) => ({ ...payment, authorizedMinor: wholeUnits(payment.authorizedMinor) }) },
    'authorizedMinor 8100 instead of 8050',
  ],
  [
    'rounds up what is reserved',
    () => begun(1_050),
    { folds: (payment) => ({ ...payment, reservedMinor: wholeUnits(payment.reservedMinor) }) },
    'reservedMinor 1100 instead of 1050',
  ],
  [
    'rounds up what is refunded',
    refunding,
    { folds: (payment) => ({ ...payment, refundedMinor: wholeUnits(payment.refundedMinor) }) },
    'refundedMinor 1100 instead of 1050',
  ],
  [
    'gives the reserve back too early',
    () => begun(1_050),
    { folds: (payment) => ({ ...payment, reservedMinor: 0 }) },
    'reservedMinor 0 instead of 1050',
  ],
  [
    'changes the order',
    refunding,
    { folds: (payment) => ({ ...payment, order: { ...payment.order, amountMinor: 20_000 } }) },
    'amountMinor 20000 instead of 10000',
  ],
  [
    'changes the currency',
    refunding,
    { folds: (payment) => ({ ...payment, order: { ...payment.order, currency: 'EUR' } }) },
    'currency',
  ],
  [
    'changes a transaction that has been',
    refunding,
    {
      folds: (payment) => ({
        ...payment,
        transactions: payment.transactions.map((one) => ({ ...one, amountMinor: 1 })),
      }),
    },
    'transactions',
  ],
  [
    'changes a refund',
    () => begun(1_050),
    {
      folds: (payment) => ({
        ...payment,
        refunds: payment.refunds.map((one) => ({ ...one, amountMinor: 1 })),
      }),
    },
    'refunds',
  ],
  [
    'refunds what nobody asked for',
    refunding,
    {
      decides: (event) => (event.type === 'refundCompleted' ? { ...event, type: 'called' } : event),
      folds: (payment) => ({ ...payment, refundedMinor: 1_050, reservedMinor: 0 }),
    },
    'refundedMinor 1050 instead of 0',
  ],
]

describe('a build that', () => {
  test.for(bad)('%s commits nothing', async ([, begin, worker, says]) => {
    const scene = await begin()
    const { version } = await payments.read(scene[0])
    expect(await offer(scene, worker)).toEqual({
      status: 'held',
      reason: expect.stringContaining(says),
    })
    expect(await payments.read(scene[0])).toMatchObject({ version })
    // The good build goes on where it was.
    expect(await offer(scene, {})).toMatchObject({ status: 'committed' })
  })
})

test('postings that do not follow from what happened are refused', async () => {
  const id = await payments.sale()
  const { entry } = await one<{ entry: object }>(
    pool,
    `select jsonb_build_object('events', jsonb_agg(e order by version), 'payment', (
       select to_jsonb(row) from (select state, status, phase, currency, amount_minor as "amountMinor",
                authorized_minor as "authorizedMinor", captured_minor as "capturedMinor",
                refunded_minor as "refundedMinor", reserved_minor as "reservedMinor"
           from payment where payment_id = $1) row)) as entry
       from journal, jsonb_array_elements(events) e where owner_id = $1`,
    [id],
  )
  const guard = (postings: object[], row: object = {}) => {
    const told = entry as { payment: object }
    const forged = { ...told, payment: { ...told.payment, ...row }, postings }
    return execute(pool, 'select guard_sums($1::jsonb, null, null, null)', [JSON.stringify(forged)])
  }
  const side = (account: string, amountMinor: number) => ({ account, amountMinor, currency: 'PLN' })
  const right = [side('acquirer/receivable', -10_000), side('merchant/shop/payable', 10_000)]
  await guard(right)
  await expect(guard([])).rejects.toThrow('postings that do not follow')
  const more = [side('acquirer/receivable', -10_100), side('merchant/shop/payable', 10_100)]
  await expect(guard(more)).rejects.toThrow('postings that do not follow')
  const foreign = right.map((one) => ({ ...one, currency: 'EUR' }))
  await expect(guard(foreign)).rejects.toThrow('postings that do not follow')
  // The columns are what is searched: they may not say otherwise than the state.
  await expect(guard(right, { capturedMinor: 9_900 })).rejects.toThrow('capturedMinor 9900')
})

describe('a row that was falsified by hand', () => {
  const falsify = [
    `captured_minor = 9900, state = state || '{"capturedMinor": 9900}'`,
    `state = state || '{"refundedMinor": 100}'`,
    `authorized_minor = 20000`,
    `status = 'SETTLED', phase = 'settled'`,
  ]
  test.for(falsify)('is shown, written again from its journal, and proved: %s', async (change) => {
    const id = await payments.sale()
    await payments.command(id, { name: 'refund', amountMinor: 1_050 })
    await execute(pool, `update payment set ${change} where payment_id = $1`, [id])
    await holdActor.payment(pool, id, 'started from another state')
    const refolding = await refoldingOf(id)
    expect(refolding.differences.length).toBeGreaterThan(0)
    expect(refolding.held).toBe('started from another state')
    await refoldPayment(pool, refolding)
    expect((await refoldingOf(id)).differences).toEqual([])
    for await (const [evidence] of readEvidence(pool, id))
      expect(evidence && checkPayment(evidence)).toEqual([])
    // It is held until somebody resumes it, and goes on then.
    expect(await payments.read(id)).toMatchObject({ held: 'started from another state' })
    await payments.command(id, { name: 'refund', amountMinor: 500 })
  })

  test('is not written again from a fold that is wrong itself', async () => {
    const id = await payments.sale()
    await execute(pool, `update payment set captured_minor = 9900 where payment_id = $1`, [id])
    const refolding = await refoldingOf(id)
    const payment = { ...refolding.payment, capturedMinor: 9_900 }
    await expect(refoldPayment(pool, { ...refolding, payment })).rejects.toThrow(
      'capturedMinor 9900 instead of 10000',
    )
    const early = { ...refolding.payment, version: refolding.payment.version - 1 }
    await expect(refoldPayment(pool, { ...refolding, payment: early })).rejects.toThrow('version')
  })
})

async function refoldingOf(id: string) {
  const refolding = await readRefolding(pool, id)
  if (!refolding) throw new Error(`no payment ${id}`)
  return refolding
}
