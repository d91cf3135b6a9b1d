import { expect, test } from 'vitest'
import type { QuickOutcome } from '../../src/domain/actor/call.ts'
import type { RecordedAt } from '../../src/domain/actor/entry.ts'
import { apply } from '../../src/domain/payment/apply.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Event } from '../../src/domain/payment/events.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { Engine } from './engine.ts'
import type { Offer } from './engine.ts'

const approved: QuickOutcome = { type: 'approved', authCode: 'A1' }

/** A sale whose payer need not be asked, up to the step that leads to its charge. */
async function beforeCharge(answerOffer: (engine: Engine, offer: Offer) => RecordedAt<Event>) {
  const engine = await Engine.start({ revision: 5 })
  engine.answers.push((offer) => answerOffer(engine, offer))
  await engine.answer({ type: 'notEnrolled' })
  return engine
}

const callIn = ({ before, decision: { events }, at }: Offer) =>
  apply(before, { version: (before?.version ?? 0) + 1, at, events }).payment

/** The step commits, calls and, when it is told to, commits what came of it. */
const step =
  (answer: QuickOutcome, isCommitted: boolean) =>
  (engine: Engine, offer: Offer): RecordedAt<Event> => {
    const now = offer.now + 250
    engine.record(offer)
    const before = callIn(offer)!
    const callId = before.calls[0]!.id
    const then = { callId, answer }
    if (!isCommitted || answer.type === 'slow' || answer.type === 'notHere')
      return { status: 'committed', now: offer.now, then }
    const message = { type: 'result', id: `result/${callId}`, callId, outcome: answer } as const
    engine.record({ before, message, decision: decide(before, message, now), now, at: now })
    return { status: 'committed', now: offer.now, then: { ...then, now } }
  }

test('a step that went all the way is adopted, and nothing is called again', async () => {
  const engine = await beforeCharge(step(approved, true))
  expect(engine.waiting).toEqual([])
  expect(engine.offers).toHaveLength(2)
  const state = await engine.state()
  expect(state).toMatchObject({ phase: 'paid', version: 3 })
  expect(state.updatedAt).toBe(engine.now + 250)
  const folded = engine.journal.reduce<Payment | undefined>(
    (payment, line) => apply(payment, line).payment,
    undefined,
  )
  expect(state).toEqual(JSON.parse(JSON.stringify(folded)))
})

test('an answer that is not committed is committed by the workflow, and not asked for again', async () => {
  const engine = await beforeCharge(step(approved, false))
  expect(engine.waiting).toEqual([])
  expect(engine.offers).toHaveLength(3)
  expect(await engine.state()).toMatchObject({ phase: 'paid', version: 3 })
})

test('a call that is slow is waited for in the process that has begun it', async () => {
  const engine = await beforeCharge(step({ type: 'slow', queue: 'that-process' }, false))
  expect(engine.calls).toMatchObject([{ name: 'authorize', queue: 'that-process' }])
  expect(engine.calls[0]?.isLocal).toBe(false)
  await engine.answer(approved)
  expect(await engine.state()).toMatchObject({ phase: 'paid', version: 3 })
})

test('a step that finds its line standing knows of no call: it is made as if there had been none', async () => {
  const engine = await beforeCharge((world, offer) => {
    world.record(offer)
    return { status: 'standing', entries: world.journal.slice(-1) }
  })
  expect(engine.calls).toMatchObject([{ name: 'quickCall', isLocal: true }])
  await engine.answer({ type: 'unknown', because: 'interrupted' })
  expect(engine.waiting).toEqual(['inquire'])
})

test('a line that a lost step has committed after it stands too', async () => {
  const engine = await beforeCharge((world, offer) => {
    step(approved, true)(world, offer)
    return { status: 'standing', entries: world.journal.slice(-2) }
  })
  expect(engine.waiting).toEqual([])
  expect(await engine.state()).toMatchObject({ phase: 'paid', version: 3 })
})

test('payments of earlier revisions commit and call as they began', async () => {
  const engine = await Engine.start({ revision: 4 })
  await engine.answer({ type: 'notEnrolled' })
  expect(engine.waiting).toEqual(['quickCall'])
})
