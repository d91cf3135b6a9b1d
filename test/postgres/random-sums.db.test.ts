import { expect, test } from 'vitest'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CreatePayment, PaymentCommand } from '../../src/domain/payment/commands.ts'
import { deadlines } from '../../src/domain/payment/deadlines.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'
import { execute } from '../../src/postgres/db.ts'
import { postingsOf, rowOf } from '../../src/postgres/record-payment.ts'
import { createCommand, preauth, Story } from '../domain/payment/support.ts'
import { createRandom } from '../nemesis/random.ts'
import type { Random } from '../nemesis/random.ts'
import { freshDatabase } from '../support/database.ts'

const STORIES = 400
const STEPS = 25

const severalCaptures = { ...createCommand().merchant, severalCaptures: true } as const
const kinds: Partial<CreatePayment>[] = [
  {},
  preauth,
  { ...preauth, merchant: severalCaptures },
  {
    subpayments: [
      { subpaymentId: 'one', merchantId: 'shop', amountMinor: 6_000, commissionMinor: 600 },
      { subpaymentId: 'two', merchantId: 'other', amountMinor: 4_000, commissionMinor: 333 },
    ],
  },
]

const commands: ((random: Random) => PaymentCommand)[] = [
  () => ({ name: 'cancel', by: 'merchant' }),
  () => ({ name: 'capture' }),
  (random) => ({ name: 'capture', amountMinor: random.between(1, 9_000) }),
  (random) => ({ name: 'capture', amountMinor: random.between(1, 4_000), keepsRest: true }),
  (random) => ({ name: 'adjust', amountMinor: random.between(1, 15_000) }),
  () => ({ name: 'refund' }),
  (random) => ({ name: 'refund', amountMinor: random.between(1, 5_000) }),
  (random) => ({
    name: 'refund',
    subpaymentId: random.one(['one', 'two']),
    amountMinor: random.between(1, 5_000),
  }),
  () => ({ name: 'cancel', by: 'merchant', releasesRest: true }),
]

const named = ['ADJUSTMENT', 'AUTH', 'CAPTURE', 'REFUND']
const lost = { type: 'declined', rejectCode: 'NO_ACCOUNT' } as const

const outcomes: Outcome[] = [
  ...[1, 2, 3].map((): Outcome => ({ type: 'approved' })),
  { type: 'declined', rejectCode: 'DO_NOT_HONOUR' },
  { type: 'unknown', because: 'noAnswer' },
]

function step(story: Story, random: Random): void {
  const { call } = story
  const [due] = deadlines(story.state)
  if (call && random.percent(65)) {
    if (call.kind === 'authenticate') story.answer({ type: 'notEnrolled' })
    else if (call.kind === 'inquire') story.answer({ type: 'notFound' })
    else story.answer(random.one(outcomes))
  } else if (due && random.percent(5)) story.until(due.name)
  else story.command(naming(story, random) ?? random.one(commands)(random))
}

/** Commands that name what there is. */
function naming({ state }: Story, random: Random): PaymentCommand | undefined {
  const choices = state.transactions.filter(({ type }) => named.includes(type))
  if (choices.length === 0 || !random.percent(25)) return undefined
  const { type, transId, reference = '', amountMinor } = random.one(choices)
  if (type === 'REFUND' || (type === 'CAPTURE' && random.percent(20)))
    return { name: 'acquirerNews', reference, outcome: lost }
  return type === 'ADJUSTMENT'
    ? { name: 'withdraw', transId }
    : { name: 'settle', batch: 'acquirer/b', line: state.version, reference, amountMinor }
}

/** Every line of a story as the database is handed it. */
function linesOf(story: Story, befores: (Payment | undefined)[]): object[] {
  return story.entries.flatMap(({ events, at }, index) => {
    const [before, after] = [befores[index], befores[index + 1]]
    if (!after) return []
    return {
      entry: { events, payment: rowOf(after), postings: postingsOf(before, events, at) },
      ...(before && { before, status: statusOfPhase[before.phase], phase: before.phase }),
    }
  })
}

test('no order of commands, answers and deadlines comes to sums that the database does not', async () => {
  const { pool } = await freshDatabase()
  const seen = new Set<string>()
  for (let seed = 1; seed <= STORIES; seed += 1) {
    const random = createRandom(seed)
    const story = Story.of(random.one(kinds))
    const befores: (Payment | undefined)[] = [undefined, story.payment]
    for (let count = 0; count < STEPS; count += 1) {
      step(story, random)
      befores.push(story.payment)
    }
    for (const { type } of story.history) seen.add(type)
    const lines = JSON.stringify(linesOf(story, befores))
    await execute(
      pool,
      `select guard_sums(l -> 'entry', l -> 'before', l ->> 'status', l ->> 'phase')
         from jsonb_array_elements($1::jsonb) l`,
      [lines],
    ).catch((error: unknown) => {
      const told = story.history.map(({ type }) => type).join(', ')
      throw new Error(`seed ${String(seed)}: ${String(error)}: ${told}`)
    })
  }
  for (const type of [
    'paid',
    'captured',
    'partCaptured',
    'adjusted',
    'withdrawn',
    'cancelled',
    'captureReturned',
  ])
    expect(seen).toContain(type)
  for (const type of ['refundAccepted', 'refundCompleted', 'refundRefused', 'refundReturned'])
    expect(seen).toContain(type)
  for (const type of ['saleKept', 'settled']) expect(seen).toContain(type)
})
