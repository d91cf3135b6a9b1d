import { describe, expect, test } from 'vitest'
import type { Call } from '../../../src/domain/actor/call.ts'
import { effects } from '../../../src/domain/payment/effects.ts'
import { evolve } from '../../../src/domain/payment/evolve.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import type { Instrument } from '../../../src/domain/instrument.ts'
import { cardInstrument, createCommand, START, Story } from './support.ts'

const callOf = (id: string, kind: Call['kind'] = 'refund'): Call => ({
  id,
  kind,
  reference: id,
  amountMinor: 1,
  attempt: 1,
})

const withCalls = (...calls: Call[]): Payment => ({ ...Story.completed().state, calls })
const ids = ({ calls }: Payment) => calls.map(({ id }) => id)

describe('a payment', () => {
  test('begins with what was created, and asks at once for what it needs', () => {
    const payment = withCalls()
    expect(evolve(undefined, { type: 'created', payment }, START)).toEqual(payment)
    const called = evolve(undefined, { type: 'created', payment, call: callOf('one') }, START)
    expect(ids(called)).toEqual(['one'])
  })

  test('cannot change before it is created', () => {
    expect(() => evolve(undefined, { type: 'called' }, START)).toThrow(
      'broken invariant: called before created',
    )
  })

  test('knows when it changed last', () => {
    expect(evolve(withCalls(), { type: 'called' }, START + 7).updatedAt).toBe(START + 7)
  })

  test('has no members without a value: what is gone is gone in JSON too', () => {
    const held = evolve(withCalls(), { type: 'held', reason: 'odd' }, START)
    expect(held.held).toBe('odd')
    expect(evolve(held, { type: 'resumed' }, START)).not.toHaveProperty('held')
  })
})

describe('the queue of calls', () => {
  test('takes a new call at its end', () => {
    const after = evolve(withCalls(callOf('one')), { type: 'called', call: callOf('two') }, START)
    expect(ids(after)).toEqual(['one', 'two'])
  })

  test('drops the call that was answered, wherever it stands', () => {
    const before = withCalls(callOf('one'), callOf('two'), callOf('three'))
    expect(ids(evolve(before, { type: 'called', answers: 'two' }, START))).toEqual(['one', 'three'])
  })

  test('puts what follows up an answered call in its place', () => {
    const before = withCalls(callOf('one'), callOf('two'))
    const event = { type: 'called', answers: 'one', call: callOf('inquiry') } as const
    expect(ids(evolve(before, event, START))).toEqual(['inquiry', 'two'])
  })

  test('is left alone by an answer to a call that it does not hold', () => {
    const before = withCalls(callOf('one'))
    expect(ids(evolve(before, { type: 'called', answers: 'other' }, START))).toEqual(['one'])
    const event = { type: 'called', answers: 'other', call: callOf('two') } as const
    expect(ids(evolve(before, event, START))).toEqual(['one', 'two'])
  })

  test.for(['rejected', 'cancelled', 'errored'] as const)(
    'keeps nothing but money on its way back when the payment is %s',
    (type) => {
      const calls = [callOf('charge', 'authorize'), callOf('back', 'sendBack')]
      const before: Payment = { ...withCalls(...calls), phase: 'authorizing' }
      expect(ids(evolve(before, { type, rejectCode: 'EXPIRED' }, START))).toEqual(['back'])
    },
  )

  test('is worked off one by one, and not at all while an operator looks', () => {
    const busy = withCalls(callOf('one'), callOf('two'))
    expect(effects(busy).map(({ id }) => id)).toEqual(['one'])
    expect(effects({ ...busy, held: 'odd' })).toEqual([])
    expect(effects(withCalls())).toEqual([])
  })
})

describe('what is over is forgotten', () => {
  const { merchant } = createCommand()
  const blik = (instrument: Instrument = { type: 'BLIK_CODE', secretOwner: 'api-one' }) =>
    Story.of({ method: 'BLIK', instrument, merchant: { ...merchant, blik: 'autopay/blik' } })
  const pending = { type: 'pending' } as const

  test('the look at the browser, once the payer is authenticated', () => {
    const threeDsMethod = { serverTransId: 's', url: 'https://acs' }
    const story = Story.of({ instrument: { ...cardInstrument, threeDsMethod } })
    expect(story.state.profiling).toMatchObject({ serverTransId: 's', until: story.now + 10_000 })
    story.command({ name: 'profiled', serverTransId: 's' })
    expect(story.state).not.toHaveProperty('profiling')
  })

  test('the way of a code that was lost, because what follows may go another; a card’s is kept', () => {
    const code = blik().answer({ type: 'secretLost' })
    expect(code.state.phase).toBe('awaitingDetails')
    for (const gone of ['via', 'nextInquiryAt', 'payerUntil'])
      expect(code.state).not.toHaveProperty(gone)
    const acquirer = { merchant: { ...merchant, acquirer: 'stripe/main' } }
    const card = Story.of(acquirer).answer({ type: 'notEnrolled' }).answer({ type: 'secretLost' })
    expect(card.state.via).toBe('stripe/main')
  })

  test('the way of an alias that belongs to several apps', () => {
    const apps = [{ app: '1', label: 'one' }]
    const story = blik({ type: 'BLIK_UID', alias: 'a' }).answer({ type: 'ambiguous', apps })
    expect(story.state.apps).toEqual(apps)
    for (const gone of ['via', 'nextInquiryAt', 'payerUntil'])
      expect(story.state).not.toHaveProperty(gone)
  })

  test('the next question, when the payment is given up; its last one counts', () => {
    const story = blik().answer(pending)
    const { inquiries } = story.state
    expect(story.state.payerUntil).toBeDefined()
    story.command({ name: 'cancel', by: 'merchant' })
    expect(story.state).toMatchObject({ phase: 'givingUp', inquiries: inquiries + 1 })
    for (const gone of ['nextInquiryAt', 'payerUntil']) expect(story.state).not.toHaveProperty(gone)
  })

  test('late money, once nobody waits for it any more', () => {
    const story = Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '106' } })
    story.answer(pending).command({ name: 'cancel', by: 'merchant' }).answer({ type: 'cancelled' })
    expect(story.state.lateUntil).toBeDefined()
    const closed = evolve(story.state, { type: 'closed' }, story.now)
    expect(closed.closed).toBe(true)
    for (const gone of ['lateUntil', 'nextInquiryAt']) expect(closed).not.toHaveProperty(gone)
  })
})
