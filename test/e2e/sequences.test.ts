import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import type { Answer, Json } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { countOf } from '../support/run-options.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant } from '../support/world.ts'

/** How many rounds of six payments; a long night takes more of them. */
const ROUNDS = countOf('SEQUENCE_ROUNDS', 8, 100)
const PAYMENTS = 6
const AMOUNT = 100

const shop = await openMerchant({}, { notified: false })
const instrument = card(visa(107))

interface Command {
  name: 'capture' | 'adjustment' | 'cancel' | 'refund' | 'withdraw'
  amount?: number
}
/** One command, or two at the same moment; either may be sent a second time under its key. */
interface Step {
  commands: Command[]
  repeated: boolean
}
interface Sequence {
  transKind: 'AUTH' | 'PREAUTH'
  steps: Step[]
}

// The fractions are those that the acquirer refuses, loses the answer of, or never does.
const amount = fc
  .record({ whole: fc.integer({ min: 1, max: 130 }), fraction: fc.constantFrom(0, 0, 0, 41, 42) })
  .map(({ whole, fraction }) => whole + fraction / 100)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ name: fc.constantFrom('capture', 'adjustment', 'refund'), amount }),
  fc.record({ name: fc.constantFrom('capture', 'cancel', 'refund', 'withdraw') }),
)
const step: fc.Arbitrary<Step> = fc.record({
  commands: fc.array(command, { minLength: 1, maxLength: 2 }),
  repeated: fc.boolean(),
})
const sequence: fc.Arbitrary<Sequence> = fc.record({
  transKind: fc.constantFrom('AUTH', 'PREAUTH', 'PREAUTH'),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
})

test(
  'no order of commands, alone, at once or repeated, leaves money unexplained',
  { timeout: ROUNDS * 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(sequence, { minLength: PAYMENTS, maxLength: PAYMENTS }), (all) =>
        Promise.all(all.map(play)).then(() => undefined),
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    ),
)

async function play({ transKind, steps }: Sequence): Promise<void> {
  const { paymentId: id } = await shop.completed({
    amount: AMOUNT,
    instrument,
    options: { transKind },
  })
  let before = await shop.read(id)
  for (const { commands, repeated } of steps) {
    await Promise.all(commands.map((one) => order(id, one, repeated)))
    const after = await shop.read(id)
    amountsHold(after.amounts)
    expect(legal[before.status], `${before.status} became ${after.status}`).toContain(after.status)
    before = after
  }
  await booksAgree(id, transKind === 'PREAUTH')
}

const legal: Record<string, string[]> = {
  COMPLETED: ['COMPLETED', 'CANCELLED'],
  CANCELLED: ['CANCELLED'],
}

/**
 * Accepted or refused for its state. Under the same key what was accepted is the same once more; what
 * the state refused left nothing behind, and may fit by now.
 */
async function order(id: string, { name, amount }: Command, repeated: boolean): Promise<void> {
  const path = name === 'withdraw' ? await withdrawal(id) : name
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => shop.command(id, path, amount === undefined ? {} : { amount }, headers)
  const answer = await send()
  acceptedOrRefused(answer)
  if (!repeated) return
  const again = await send()
  acceptedOrRefused(again)
  if (answer.status === 200) expect(again.body.transId).toBe(answer.body.transId)
}

async function withdrawal(id: string): Promise<string> {
  const { transId } = (await shop.transactions(id)).at(-1)
  return `transactions/${transId}/cancel`
}

function acceptedOrRefused(answer: Answer): void {
  if (answer.status !== 200) expectProblem(answer, [409, 422])
}

function amountsHold({ authorized, captured, refunded }: Json): void {
  expect(captured).toBeLessThanOrEqual(authorized)
  expect(refunded).toBeLessThanOrEqual(captured)
}

/** Once nothing is under way, what we say of the money is what the acquirer's books say. */
async function booksAgree(id: string, isHold: boolean): Promise<void> {
  await until(
    `nothing of ${id} under way`,
    () => shop.transactions(id),
    (all: Json[]) => all.every(({ status }) => status !== 'PENDING'),
  )
  const { status, amounts } = await shop.read(id)
  amountsHold(amounts)
  expect(await booked(id)).toEqual({
    authorize: AMOUNT,
    // A sale is captured by its authorisation.
    capture: isHold ? amounts.captured : 0,
    refund: amounts.refunded,
    cancels: status === 'CANCELLED' ? 1 : 0,
  })
}

/** By operation, each reference once however often it was sent. */
async function booked(id: string) {
  const processed = (await behind.log(id)).filter((row) => row.processed)
  const rows = [...new Map(processed.map((row) => [row.reference, row])).values()]
  const sum = (operation: string) =>
    rows
      .filter((row) => row.operation === operation)
      .reduce((total, { amountMinor }) => total + amountMinor, 0) / 100
  return {
    authorize: sum('authorize'),
    capture: sum('capture'),
    refund: sum('refund'),
    cancels: rows.filter(({ reference }) => reference.startsWith(`${id}-cancel-`)).length,
  }
}
