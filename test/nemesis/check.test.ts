import { expect, test } from 'vitest'
import { check, rules } from './check.ts'
import type { RuleName } from './check.ts'
import type { BookRow, Command, End, Evidence, Note } from './evidence.ts'

const SALE = 'salesalesale'
const HOLD = 'holdholdhold'
const CARD = 'cardcardcard'
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000).toISOString()

const command = (
  more: Pick<Command, 'name' | 'subject'> & Partial<Command>,
  status = 200,
  body: Record<string, unknown> = {},
): Command => ({ sentAt: 1, answers: [{ at: 2, status, body }], ...more })

const row = (
  reference: string,
  operation: string,
  amountMinor: number,
  processed = true,
): BookRow => ({
  ...{ reference, operation, amountMinor, processed },
  result: '00',
  receivedAt: at(1),
})

const note = (id: string, sequence: number, more: object, answered = 200): Note => ({
  text: JSON.stringify({ paymentId: id, ...more, eventId: `${id}_${sequence}`, sequence }),
  ...{ answered, receivedAt: at(sequence), isGenuine: true },
})

/** A sale that was refunded in part, a hold that was adjusted and captured, and a stored card. */
const innocent = (): Evidence => ({
  commands: [
    command({ name: 'create', subject: SALE, extOrderId: 'one', key: 'k1' }, 200, {
      paymentId: SALE,
    }),
    command({ name: 'refund', subject: SALE, key: 'k2', amountMinor: 1_000 }, 200, {
      transId: 't-refund',
    }),
    command({ name: 'create', subject: HOLD, extOrderId: 'two' }, 200, { paymentId: HOLD }),
    command({ name: 'adjustment', subject: HOLD, amountMinor: 8_000 }, 200, { transId: 't-adj' }),
    command({ name: 'capture', subject: HOLD, amountMinor: 5_000 }, 200, { transId: 't-cap' }),
    command({ name: 'cancel', subject: HOLD }, 409),
    command({ name: 'tokenize', subject: CARD }, 200, { tokenizerId: CARD }),
  ],
  ends: [
    end({
      ...{ id: SALE, extOrderId: 'one', amounts: { capturedMinor: 10_000, refundedMinor: 1_000 } },
      transactions: [
        transaction('t-auth', 'AUTH', 10_000),
        transaction('t-refund', 'REFUND', 1_000),
      ],
    }),
    end({
      ...{ id: HOLD, extOrderId: 'two', isHold: true },
      amounts: { capturedMinor: 5_000, refundedMinor: 0 },
      transactions: [
        transaction('t-pre', 'PREAUTH', 10_000),
        transaction('t-adj', 'ADJUSTMENT', 8_000),
        transaction('t-cap', 'CAPTURE', 5_000),
      ],
    }),
    end({ id: CARD, kind: 'tokenization' }),
  ],
  books: [
    row(`${SALE}-auth-lost`, 'authorize', 10_000),
    row(`${SALE}-auth-lost-close`, 'reverse', 10_000),
    row(`${SALE}-auth-a`, 'authorize', 10_000),
    row(`${SALE}-auth-a`, 'inquire', 10_000, false),
    row(`${SALE}-refund-a`, 'refund', 1_000),
    row(`${HOLD}-auth-a`, 'authorize', 10_000),
    row(`${HOLD}-adjust-a`, 'adjust', 8_000),
    row(`${HOLD}-capture-a`, 'capture', 5_000),
    row(`${HOLD}-capture-a-rest`, 'reverse', 3_000),
    row(`${CARD}-verify-a`, 'authorize', 0),
    row('daily-2026-01-01T22:00:00Z', 'settle', 0),
  ],
  notes: [
    note(SALE, 1, { status: 'PENDING' }, 503),
    note(SALE, 1, { status: 'PENDING' }),
    note(SALE, 2, { status: 'COMPLETED' }),
    note(SALE, 3, { status: 'COMPLETED', transId: 't-refund', refundId: 'r' }),
    note(HOLD, 1, { status: 'COMPLETED' }),
    note(HOLD, 2, { status: 'COMPLETED', transId: 't-adj', transStatus: 'COMPLETED' }),
    note(HOLD, 3, { status: 'COMPLETED', transId: 't-cap', transStatus: 'COMPLETED' }),
    note(CARD, 1, { status: 'COMPLETED' }),
  ],
  balance: { availableMinor: 14_000, reservedMinor: 0 },
})

function end(more: Pick<End, 'id'> & Partial<End>): End {
  const amounts = { capturedMinor: 0, refundedMinor: 0 }
  return {
    ...{ kind: 'payment', status: 'COMPLETED', isHold: false, amounts, transactions: [] },
    ...more,
  }
}

function transaction(transId: string, type: string, amountMinor: number, status = 'COMPLETED') {
  return { transId, type, status, amountMinor }
}

test('what is as it should be is no violation', () => {
  expect(check(innocent())).toEqual([])
})

const saleOf = ({ ends }: Evidence): End => found(ends[0])
const holdOf = ({ ends }: Evidence): End => found(ends[1])
const commandAt = ({ commands }: Evidence, index: number): Command => found(commands[index])
const noteAt = ({ notes }: Evidence, index: number): Note => found(notes[index])
const answerWith = (one: Command, status: number) => {
  one.answers = [{ at: 2, status, body: {} }]
}

/** Each breaks one promise; a checker that does not see it is worth nothing. */
const forgeries: [RuleName, string, (evidence: Evidence) => void][] = [
  [
    'one create makes one payment',
    'one create made 2 payments',
    ({ ends }) => ends.push(end({ id: 'doubledouble', status: 'REJECTED', extOrderId: 'one' })),
  ],
  [
    'one create makes one payment',
    'was acknowledged, and there is no payment',
    (evidence) => evidence.ends.shift(),
  ],
  [
    'what was acknowledged happened once',
    'refund t-refund is there 0 times',
    (evidence) => saleOf(evidence).transactions.pop(),
  ],
  [
    'what was acknowledged happened once',
    'refund t-refund never ends',
    (evidence) => {
      saleOf(evidence).transactions[1] = transaction('t-refund', 'REFUND', 1_000, 'PENDING')
    },
  ],
  [
    'what was acknowledged happened once',
    'refund t-refund is of 999 instead of 1000',
    (evidence) => {
      saleOf(evidence).transactions[1] = transaction('t-refund', 'REFUND', 999)
    },
  ],
  [
    'what was acknowledged happened once',
    'a cancel was acknowledged, and it is COMPLETED',
    (evidence) => evidence.commands.push(command({ name: 'cancel', subject: SALE })),
  ],
  [
    'only what was commanded happened',
    'its create was answered 503, and it happened',
    (evidence) => answerWith(commandAt(evidence, 2), 503),
  ],
  [
    'only what was commanded happened',
    'CAPTURE of 5000 (COMPLETED) was not commanded',
    (evidence) => answerWith(commandAt(evidence, 4), 503),
  ],
  [
    'only what was commanded happened',
    'REFUND of 1000 (COMPLETED) was not commanded',
    (evidence) => answerWith(commandAt(evidence, 1), 409),
  ],
  [
    'only what was commanded happened',
    `was cancelled, and nobody's cancel was accepted`,
    (evidence) => {
      Object.assign(holdOf(evidence), { status: 'CANCELLED', rejectCode: 'CANCELLED_BY_MERCHANT' })
    },
  ],
  [
    'money adds up',
    'was charged 2 times',
    ({ books }) => books.push(row(`${SALE}-auth-b`, 'authorize', 10_000)),
  ],
  [
    'money adds up',
    'is COMPLETED with 9000 kept, and the provider kept 8000',
    ({ books }) => books.push(row(`${SALE}-refund-b`, 'refund', 1_000)),
  ],
  [
    'money adds up',
    'is COMPLETED and the provider holds no charge',
    ({ books }) => books.push(row(`${SALE}-auth-a-undo`, 'reverse', 10_000)),
  ],
  [
    'money adds up',
    'was given back 2 times',
    ({ books }) =>
      books.push(
        row(`${SALE}-cancel-a`, 'reverse', 10_000),
        row(`${SALE}-cancel-b`, 'reverse', 10_000),
      ),
  ],
  [
    'money adds up',
    'is REJECTED with 0 kept, and the provider kept 9000',
    (evidence) => {
      saleOf(evidence).status = 'REJECTED'
    },
  ],
  [
    'money adds up',
    'is CANCELLED and its hold stands at the provider',
    (evidence) => {
      holdOf(evidence).status = 'CANCELLED'
      evidence.books = evidence.books.filter(({ operation }) => operation !== 'capture')
    },
  ],
  [
    'money adds up',
    'shows 1 of ADJUSTMENT, and the provider did 2',
    ({ books }) => books.push(row(`${HOLD}-adjust-b`, 'adjust', 9_000)),
  ],
  [
    'the balance adds up',
    'is 13000 with 1000 reserved; the payments make 14000',
    (evidence) => {
      evidence.balance = { availableMinor: 13_000, reservedMinor: 1_000 }
    },
  ],
  [
    'nobody is charged for the unknown',
    'moved money at a provider, and no merchant knows it',
    ({ books }) => books.push(row('ghostghost-auth-a', 'authorize', 10_000)),
  ],
  [
    'answers under a key are stable',
    'refund under one key was answered',
    (evidence) =>
      commandAt(evidence, 1).answers.push({ at: 3, status: 200, body: { transId: 't-other' } }),
  ],
  [
    'answers under a key are stable',
    'create under one key was answered',
    (evidence) =>
      commandAt(evidence, 0).answers.push({ at: 3, status: 200, body: { paymentId: HOLD } }),
  ],
  [
    'notifications are genuine and in order',
    'event 2 was told before event 1 was accepted',
    ({ notes }) => notes.splice(1, 1),
  ],
  [
    'notifications are genuine and in order',
    `${SALE}_2 was told in two ways`,
    ({ notes }) => notes.push(note(SALE, 2, { status: 'REJECTED' })),
  ],
  [
    'notifications are genuine and in order',
    `${SALE}_2 is not signed as it should be`,
    (evidence) => {
      noteAt(evidence, 2).isGenuine = false
    },
  ],
  [
    'everything is told',
    'COMPLETED was never told',
    (evidence) => {
      noteAt(evidence, 7).answered = 500
    },
  ],
  [
    'everything is told',
    'CAPTURE t-cap COMPLETED was never told',
    ({ notes }) => notes.splice(6, 1),
  ],
  [
    'nothing is stuck',
    'is PENDING without a reason',
    ({ ends }) => ends.push(end({ id: 'stuckstuck', status: 'PENDING' })),
  ],
  [
    'nothing is stuck',
    'is COMPLETED with its CAPTURE t-cap open',
    (evidence) => {
      holdOf(evidence).transactions[2] = transaction('t-cap', 'CAPTURE', 5_000, 'PENDING')
    },
  ],
]

test.for(forgeries)('%s: %s', ([rule, text, forge]) => {
  const evidence = innocent()
  forge(evidence)
  const broken = check(evidence).filter((one) => one.rule === rule)
  expect(broken.map((one) => one.text)).toContainEqual(expect.stringContaining(text))
})

test('every rule has been seen to fail', () => {
  expect([...new Set(forgeries.map(([rule]) => rule))].sort()).toEqual(Object.keys(rules).sort())
})

test('a violation comes with all that is known of its payment, in order of time', () => {
  const evidence = innocent()
  evidence.books.push(row(`${SALE}-auth-b`, 'authorize', 10_000))
  const [violation] = check(evidence).filter(({ rule }) => rule === 'money adds up')
  const history = violation?.history.join('\n') ?? ''
  for (const part of ['→ create', '← refund: 200', `${SALE}-auth-b`, 'told: 2', 'in the end'])
    expect(history).toContain(part)
})

test('a payment that waits for its payer says so, and is not stuck', () => {
  const evidence = innocent()
  evidence.ends.push(
    end({ id: 'waitwaitwait', kind: 'payment', status: 'NEW', dataRequest: 'INSTRUMENT' }),
  )
  expect(check(evidence)).toEqual([])
})

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the innocent evidence has changed')
  return value
}
