import { expect, test } from 'vitest'
import { newestRevision } from '../../workflows/revision.ts'
import { createCommand } from '../domain/payment/support.ts'
import { Engine } from './engine.ts'

const HOLDER = 'api-one'
const notHere = { type: 'notHere' } as const

/** A sale whose CVV is in another process than the one that runs its tasks. */
async function handedOver(revision = newestRevision): Promise<Engine> {
  const engine = await Engine.start({ revision })
  await engine.answer({ type: 'notEnrolled' })
  await engine.answer(notHere)
  expect(engine.calls).toMatchObject([{ name: 'authorize', queue: HOLDER }])
  return engine
}

const typesOf = (engine: Engine) =>
  engine.journal.flatMap(({ events }) => events.map(({ type }) => type))

test('a holder that lives and was out of reach is asked again, and the payer is not', async () => {
  const engine = await handedOver()
  for (let outage = 0; outage < 3; outage += 1) {
    await engine.timeOut('SCHEDULE_TO_START')
    expect(engine.calls).toMatchObject([{ name: 'holderLives', request: HOLDER }])
    await engine.answer(true)
    expect(engine.calls).toMatchObject([{ name: 'authorize', queue: HOLDER }])
  }
  await engine.answer({ type: 'approved', authCode: 'A1' })
  expect(await engine.state()).toMatchObject({ phase: 'paid' })
  expect(typesOf(engine)).not.toContain('secretLost')
})

test('one whose answer to the hand-over was lost is asked again too', async () => {
  const engine = await handedOver()
  await engine.timeOut('HEARTBEAT')
  await engine.answer(true)
  expect(engine.waiting).toEqual(['authorize'])
})

test('a holder that is gone is not waited for: what was sent is asked about', async () => {
  const engine = await handedOver()
  await engine.timeOut('SCHEDULE_TO_START')
  await engine.answer(false)
  expect(engine.waiting).toEqual(['inquire'])
  await engine.answer({ type: 'neverSent' })
  expect(typesOf(engine)).toContain('secretLost')
})

test('nor is one that lives and cannot be reached for a minute', async () => {
  const engine = await handedOver()
  for (let wait = 0; wait < 4; wait += 1) {
    await engine.timeOut('SCHEDULE_TO_START')
    await engine.answer(true)
  }
  await engine.timeOut('SCHEDULE_TO_START')
  expect(engine.waiting).toEqual(['inquire'])
})

test('a workflow that began before it gives up as it did', async () => {
  const engine = await handedOver(3)
  await engine.timeOut('SCHEDULE_TO_START')
  expect(engine.waiting).toEqual(['inquire'])
})

const blik = () => {
  const instrument = { type: 'BLIK_CODE', secretOwner: HOLDER } as const
  const message = {
    type: 'command',
    id: 'cmd/blik',
    actor: 'gateway',
    requestId: 'r',
    command: createCommand({ method: 'BLIK', instrument }),
  }
  return Engine.start({ revision: newestRevision, mailbox: [message] })
}

test('a BLIK code that nobody took is asked for again', async () => {
  const engine = await blik()
  await engine.timeOut('SCHEDULE_TO_START')
  await engine.answer(false)
  expect(typesOf(engine)).toContain('secretLost')
})

test('but not when it may have been sent before the holder was lost', async () => {
  const engine = await blik()
  await engine.timeOut('HEARTBEAT')
  await engine.answer(true)
  await engine.timeOut('SCHEDULE_TO_START')
  await engine.answer(false)
  expect(typesOf(engine)).not.toContain('secretLost')
})
