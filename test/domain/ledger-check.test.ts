import { describe, expect, test } from 'vitest'
import type { BookedPosting, Evidence } from '../../src/domain/ledger-check.ts'
import { checkPayment } from '../../src/domain/ledger-check.ts'
import { postings } from '../../src/domain/payment/postings.ts'
import { evolve } from '../../src/domain/payment/evolve.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'
import { createCommand, preauth, Story } from './payment/support.ts'

const approved = { type: 'approved' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const

/** What stands in the database when nobody has made a mistake. */
function evidenceOf({ state, entries }: Story): Evidence {
  const booked: BookedPosting[] = []
  let payment: Payment | undefined
  for (const { version, at, events } of entries)
    for (const event of events) {
      booked.push(...postings(payment, event).map((one) => ({ ...one, version })))
      payment = evolve(payment, event, at)
    }
  return {
    paymentId: state.id,
    row: {
      version: state.version,
      status: statusOfPhase[state.phase],
      phase: state.phase,
      currency: 'PLN',
      authorizedMinor: state.authorizedMinor,
      capturedMinor: state.capturedMinor,
      refundedMinor: state.refundedMinor,
      reservedMinor: state.reservedMinor,
      state,
    },
    journal: entries,
    postings: booked,
  }
}

const { merchant } = createCommand()

const settledSale = (changes?: Parameters<typeof Story.completed>[0]) => {
  const story = Story.completed(changes)
  const { reference = '' } = story.state
  return story.command({ name: 'settle', batch: 'b', line: 1, reference, amountMinor: 10_000 })
}

const charged = { ...merchant, fees: [{ method: 'CARD' as const, percent: 1.4, fixed: 0.3 }] }

const partCaptured = () =>
  Story.completed({ ...preauth, merchant: { ...merchant, severalCaptures: true } })
    .command({ name: 'capture', amountMinor: 4_000, keepsRest: true })
    .answer(approved)

const partSettled = () => {
  const story = partCaptured()
  const capture = story.state.transactions.find(({ type }) => type === 'CAPTURE')
  const reference = capture?.reference ?? ''
  return story.command({ name: 'settle', batch: 'b', line: 1, reference, amountMinor: 4_000 })
}

/** Its money would stand with a provider that nobody can name yet. */
const unchosen = () => {
  const facts = { ...merchant, bookedByProvider: true } as const
  const { instrument: _, ...command } = createCommand({ method: 'UNKNOWN', merchant: facts })
  return new Story().command(command).command({ name: 'cancel', by: 'merchant' })
}

describe('the books of a payment', () => {
  test.for<[string, () => Story]>([
    ['a sale', () => Story.completed()],
    ['a hold', () => Story.completed(preauth)],
    [
      'a capture for less',
      () =>
        Story.completed(preauth).command({ name: 'capture', amountMinor: 6_000 }).answer(approved),
    ],
    ['a refund under way', () => Story.completed().command({ name: 'refund', amountMinor: 7 })],
    [
      'a refund that is done',
      () => Story.completed().command({ name: 'refund', amountMinor: 7 }).answer(approved),
    ],
    ['a cancel under way', () => Story.completed().command({ name: 'cancel', by: 'merchant' })],
    [
      'a cancel that is done',
      () => Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(approved),
    ],
    [
      'a cancel that was refused',
      () => Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(declined),
    ],
    ['a settled sale', () => settledSale()],
    ['a settled sale that costs its merchant something', () => settledSale({ merchant: charged })],
    ['a hold of which a part is settled', partSettled],
    ['a payment that ended before the payer chose how to pay', unchosen],
    [
      'a settled sale with a refund',
      () => settledSale().command({ name: 'refund', amountMinor: 7 }).answer(approved),
    ],
    [
      'a payment that came to nothing',
      () => Story.of().answer({ type: 'notAuthenticated', transStatus: 'N' }),
    ],
  ])('agree for %s', ([, tell]) => {
    const evidence = evidenceOf(tell())
    expect(checkPayment(evidence)).toEqual([])
    expect(checkPayment({ ...evidence, workflow: evidence.row.state })).toEqual([])
  })

  test('agree while the payment is held: that mark is set beside the journal', () => {
    const evidence = evidenceOf(Story.completed())
    const state = { ...evidence.row.state, held: 'odd' }
    expect(checkPayment({ ...evidence, row: { ...evidence.row, state }, workflow: state })).toEqual(
      [],
    )
  })
})

describe('a workflow that has not read its newest line', () => {
  const before = evidenceOf(Story.completed())
  const settled = evidenceOf(settledSale())

  test('agrees when settlement wrote it, and stands where the line before left it', () => {
    const unread = { ...settled, workflow: before.row.state }
    expect(checkPayment(unread)).toEqual([])
    const other = { ...before.row.state, refundedMinor: 7 }
    expect(checkPayment({ ...settled, workflow: other })).toMatchObject([{ check: 'workflow' }])
  })

  test('agrees as well when it was the settlement of a part', () => {
    const unread = { ...evidenceOf(partSettled()), workflow: partCaptured().state }
    expect(checkPayment(unread)).toEqual([])
  })

  test('is a mistake when anybody else wrote after settlement', () => {
    const refunded = evidenceOf(settledSale().command({ name: 'refund', amountMinor: 7 }))
    const unread = { ...refunded, workflow: before.row.state }
    expect(checkPayment(unread)).toContainEqual(expect.objectContaining({ check: 'workflow' }))
  })

  test('is a mistake when anybody else wrote it', () => {
    const refunded = evidenceOf(
      Story.completed().command({ name: 'refund', amountMinor: 7 }).answer(approved),
    )
    const unread = { ...refunded, workflow: before.row.state }
    expect(checkPayment(unread)).toMatchObject([{ check: 'workflow' }])
  })
})

describe('a mistake is found', () => {
  const evidence = evidenceOf(settledSale())
  const id = evidence.paymentId
  const { row } = evidence

  test.for<[string, Partial<Evidence>, object]>([
    [
      'in a column',
      { row: { ...row, capturedMinor: 1 } },
      { check: 'row', expected: 'capturedMinor 10000', found: 'capturedMinor 1' },
    ],
    [
      'in the status',
      { row: { ...row, status: 'COMPLETED' } },
      { check: 'row', expected: 'status SETTLED', found: 'status COMPLETED' },
    ],
    [
      'in the state',
      { row: { ...row, state: { ...row.state, settlementBatch: 'c' } } },
      { check: 'row', expected: 'settlementBatch b', found: 'settlementBatch c' },
    ],
    [
      'in the workflow',
      { workflow: { ...row.state, refundedMinor: 7 } },
      { check: 'workflow', expected: 'refundedMinor 0', found: 'refundedMinor 7' },
    ],
    [
      'in a posting',
      {
        postings: evidence.postings.map((one) =>
          one.account === 'bank' ? { ...one, version: 9 } : one,
        ),
      },
      { check: 'postings', expected: '2.version 4', found: '2.version 9' },
    ],
    [
      'in a gap of the journal',
      { journal: evidence.journal.filter(({ version }) => version !== 2) },
      { check: 'journal', expected: 'a journal that folds', found: 'version 3 stands at 2' },
    ],
    [
      'in an empty journal',
      { journal: [] },
      { check: 'journal', expected: 'a journal that folds', found: 'an empty journal' },
    ],
    [
      'in a journal without its beginning',
      { journal: [{ version: 1, at: 1, events: [{ type: 'called' }] }] },
      {
        check: 'journal',
        expected: 'a journal that folds',
        found: 'Error: broken invariant: called before created',
      },
    ],
    [
      'at the provider',
      {
        provider: [
          {
            reference: 'r',
            operation: 'capture',
            amountMinor: 1,
            currency: 'PLN',
            processed: true,
          },
        ],
      },
      { check: 'provider', expected: 'nothing', found: 'capture r' },
    ],
  ])('%s', ([, changes, finding]) => {
    expect(checkPayment({ ...evidence, ...changes })).toContainEqual({ id, ...finding })
  })

  test('in a posting that is missing: by itself, and in what the accounts come to', () => {
    const kept = evidence.postings.filter(({ account }) => account !== 'bank')
    expect(checkPayment({ ...evidence, postings: kept })).toEqual([
      { check: 'postings', id, expected: '2.account bank', found: '2.account acquirer/receivable' },
      { check: 'accounts', id, expected: 'bank -10000', found: 'bank 0' },
    ])
  })

  test('in an account that no payment of ours has', () => {
    const strange = { account: 'drawer', amountMinor: 5, currency: 'PLN', version: 4 } as const
    const findings = checkPayment({ ...evidence, postings: [...evidence.postings, strange] })
    expect(findings).toContainEqual({
      check: 'accounts',
      id,
      expected: 'drawer nothing',
      found: 'drawer 5',
    })
    expect(findings).toContainEqual({
      check: 'postings',
      id,
      expected: '4 nothing',
      found: '4 {"version":4,"account":"drawer","currency":"PLN","amountMinor":5}',
    })
  })
})
