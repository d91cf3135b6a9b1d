import { randomUUID } from 'node:crypto'
import { required } from '../../src/domain/assert.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { applyOne, recordPayment } from '../../src/postgres/record-payment.ts'
import { createCommand } from '../domain/payment/support.ts'
import { openPool } from '../support/open-pool.ts'
import { closedLoop } from './measure.ts'
import type { Measured } from './measure.ts'
import { section } from './report.ts'
import { inTurns, medianOf, ratioOf } from './rounds.ts'

const WRITERS = 64

/** Sales that the database alone commits a second: all of one merchant, and each of another. */
export interface HotMerchant {
  merchants: number
  one: Measured[]
  many: Measured[]
}

/**
 * The balance of a merchant is one row, which each of its sales locks until it is on the disk. Here is
 * nothing but that: so many connections that commit sales as workflows do, without any workflow.
 */
export async function hotMerchant(
  databaseUrl: string,
  { merchants, seconds, rounds }: { merchants: number; seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<HotMerchant> {
  const pool = openPool(databaseUrl, { applicationName: 'tollgate-bench', maxConnections: WRITERS })
  const sales = (merchantOf: (index: number) => string) => () =>
    closedLoop({
      clients: WRITERS,
      seconds,
      operation: (index) => recordSale(pool, merchantOf(index)),
    })
  try {
    await closedLoop({ clients: WRITERS, count: 500, operation: () => recordSale(pool, 'first') })
    const contestants = {
      one: sales(() => 'alone'),
      many: sales((index) => `one-of-many-${String(index % merchants)}`),
    }
    const results = await inTurns(rounds, contestants, say)
    return { merchants, ...results }
  } finally {
    await pool.end()
  }
}

export function hotMerchantMarkdown({ merchants, one, many }: HotMerchant): string {
  const row = (of: string, results: readonly Measured[]) => ({
    of,
    'committed a second': medianOf(results, 'perSecond'),
    p50: medianOf(results, 'p50'),
    p95: medianOf(results, 'p95'),
  })
  return section(`Sales that ${String(WRITERS)} connections commit`, [
    { ...row('one merchant', one), 'of many': ratioOf(one, many) },
    row(`${String(merchants)} merchants`, many),
  ]).join('\n')
}

/** Its three commits: taken, not enrolled for 3-D Secure, approved. */
async function recordSale(pool: DbPool, merchantId: string): Promise<void> {
  const paymentId = randomUUID().replace(/[\d-]/g, 'x')
  const order = { amountMinor: 2_500, currency: 'PLN' as const, extOrderId: paymentId }
  const command = { ...createCommand({ merchantId, order }), paymentId }
  const asked = { type: 'command', id: `cmd/${paymentId}`, command } as const
  const taken = await record(pool, paymentId, undefined, {
    ...asked,
    actor: 'gateway',
    requestId: 'r',
  })
  const known = await record(pool, paymentId, taken, answerTo(taken, { type: 'notEnrolled' }))
  await record(pool, paymentId, known, answerTo(known, { type: 'approved' }))
}

function answerTo(
  { calls }: Payment,
  outcome: Extract<Message, { type: 'result' }>['outcome'],
): Message {
  const { id: callId } = required(calls[0], 'a call')
  return { type: 'result', id: `result/${callId}`, callId, outcome }
}

async function record(
  pool: DbPool,
  paymentId: string,
  before: Payment | undefined,
  message: Message,
): Promise<Payment> {
  const at = Date.now()
  const input = { paymentId, before, message, decision: decide(before, message, at), at }
  const applied = applyOne(input)
  const { status } = await recordPayment(pool, input, applied)
  if (status !== 'committed') throw new Error(`a commit is ${status}`)
  return required(applied.payment, 'the payment')
}
