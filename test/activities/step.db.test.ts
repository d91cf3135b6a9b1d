import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createRecordActivities } from '../../activities/record.ts'
import type { PaymentOffer } from '../../activities/step.ts'
import type { QuickOutcome } from '../../src/domain/actor/call.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import { apply } from '../../src/domain/payment/apply.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { armFailpoints } from '../../src/process/failpoint.ts'
import { execute, many } from '../../src/postgres/db.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import { freshDatabase } from '../support/database.ts'

const approved: QuickOutcome = { type: 'approved', authCode: 'A1' }

/** A payment whose next message leads to a charge, and a provider that answers as it is told. */
async function arrange(answer: () => Promise<QuickOutcome> = () => Promise.resolve(approved)) {
  const { pool } = await freshDatabase()
  const asked: CallRequest[] = []
  const quickCall = (request: CallRequest) => {
    asked.push(request)
    return answer()
  }
  const parts = { db: pool, log: pino({ enabled: false }), hint: () => undefined }
  const { recordPayment, stepPayment } = createRecordActivities(parts, quickCall)
  const command = { ...createCommand(), paymentId: 'pay' }
  const create = offerOf(undefined, {
    type: 'command',
    id: 'cmd/1',
    actor: 'gateway',
    requestId: 'r',
    command,
  })
  await recordPayment(create)
  const before = stateAfter(create)
  const callId = before.calls[0]!.id
  const outcome = { type: 'notEnrolled' } as const
  const offer = offerOf(before, { type: 'result', id: `result/${callId}`, callId, outcome })
  const lines = async () =>
    (
      await many<{ version: number; types: string[] }>(
        pool,
        `select version::int, array(select e->>'type' from jsonb_array_elements(events) e) as types
           from journal order by version`,
      )
    ).map(({ types }) => types.join())
  return { pool, asked, stepPayment, recordPayment, offer, lines }
}

const offerOf = (before: Payment | undefined, message: Message): PaymentOffer => ({
  paymentId: 'pay',
  before,
  message,
  at: START,
  now: START,
  decision: decide(before, message, START),
})

const stateAfter = ({ before, decision, at }: PaymentOffer): Payment =>
  apply(before, { version: (before?.version ?? 0) + 1, at, events: decision.events }).payment!

describe('a step', () => {
  test('commits, calls, and commits what came of it', async () => {
    const { stepPayment, offer, asked, lines } = await arrange()
    const recorded = await stepPayment(offer)
    const callId = stateAfter(offer).calls[0]!.id
    expect(recorded).toMatchObject({ status: 'committed', now: START, then: { callId } })
    expect(recorded).toMatchObject({ then: { answer: approved, now: expect.any(Number) } })
    expect(asked.map(({ call }) => call.id)).toEqual([callId])
    expect((await lines()).slice(1)).toHaveLength(2)
  })

  test('that finds its line standing calls nobody', async () => {
    const { stepPayment, recordPayment, offer, asked } = await arrange()
    await recordPayment(offer)
    expect(await stepPayment(offer)).toMatchObject({ status: 'standing' })
    expect(asked).toEqual([])
  })

  test('of which two run at once calls once', async () => {
    const { stepPayment, offer, asked, lines } = await arrange()
    const both = await Promise.all([stepPayment(offer), stepPayment(offer)])
    expect(both.map(({ status }) => status).sort()).toEqual(['committed', 'standing'])
    expect(asked).toHaveLength(1)
    expect(await lines()).toHaveLength(3)
  })

  test('makes no call that was under way before it', async () => {
    const { stepPayment, offer, asked } = await arrange(() => Promise.resolve({ type: 'notHere' }))
    await stepPayment(offer)
    const before = stateAfter(offer)
    const hold = { name: 'hold', reason: 'look at it' } as const
    const message = { type: 'command', id: 'cmd/2', actor: 'gateway', requestId: 'r' } as const
    const held = offerOf(before, { ...message, command: hold })
    await stepPayment(held)
    const resume = { name: 'resume', reason: 'seen' } as const
    const next = { ...message, id: 'cmd/3', command: resume } as Message
    await stepPayment(offerOf(stateAfter(held), next))
    expect(asked).toHaveLength(1)
  })

  test.for<[string, QuickOutcome]>([
    ['slow', { type: 'slow', queue: 'q' }],
    ['elsewhere', { type: 'notHere' }],
  ])('whose call is %s leaves it to the workflow', async ([, answer]) => {
    const { stepPayment, offer, lines } = await arrange(() => Promise.resolve(answer))
    const recorded = await stepPayment(offer)
    expect(recorded).toMatchObject({ then: { answer } })
    expect(recorded).not.toHaveProperty('then.now')
    expect(await lines()).toHaveLength(2)
  })

  test('whose call fails says that nothing is known of it', async () => {
    const { stepPayment, offer } = await arrange(() => Promise.reject(new Error('a bug')))
    expect(await stepPayment(offer)).toMatchObject({ then: { answer: { type: 'notHere' } } })
  })

  test('whose second commit fails still tells the answer', async () => {
    const { pool, stepPayment, offer, lines } = await arrange(async () => {
      await execute(
        pool,
        `create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$`,
      )
      await execute(
        pool,
        `create trigger refuse before insert on journal execute function refuse()`,
      )
      return approved
    })
    const recorded = await stepPayment(offer)
    expect(recorded).toMatchObject({ status: 'committed', then: { answer: approved } })
    expect(recorded).not.toHaveProperty('then.now')
    expect(await lines()).toHaveLength(2)
  })

  test('that dies after its first commit has called nobody', async () => {
    const { stepPayment, offer, asked } = await arrange()
    armFailpoints('act.db.after_commit_before_return=throwOnce')
    await expect(stepPayment(offer)).rejects.toThrow('fail point')
    armFailpoints('')
    expect(await stepPayment(offer)).toMatchObject({ status: 'standing' })
    expect(asked).toEqual([])
  })
})
