import { beforeEach, describe, expect, test } from 'vitest'
import type { CommandMessage } from '../../src/domain/actor/message.ts'
import type { Command } from '../../src/domain/actor/message.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import type { Meta } from '../../src/gateway/actor-gateway.ts'
import { createActorGateway, messageOf } from '../../src/gateway/actor-gateway.ts'
import type { ActorReopening, Actors, ActorStart } from '../../src/gateway/actors.ts'
import { createLog } from '../../src/process/log.ts'
import type { CommandEnd } from '../../src/postgres/actor-reads.ts'
import { createCommand, Story } from '../domain/payment/support.ts'

const cancel: Command = { name: 'cancel', by: 'merchant' } as Command
const keyed: Meta = { commandId: 'c1', actor: 'gateway', requestId: 'r', bodyHash: 'h' }
const payment = Story.completed().state
const accepted: CommandEnd<Payment> = { outcome: { accepted: true }, bodyHash: 'h', state: payment }
const start: ActorStart = {
  workflow: 'payment',
  prefix: 'pay',
  id: payment.id,
  summary: 's',
  attributes: [],
  message: messageOf(createCommand(), keyed),
}

/** What Temporal and the journal answer; each test says otherwise where it matters. */
let temporal: Actors
let ends: Map<string, CommandEnd<Payment>>
let told: CommandMessage[]
let reopened: ActorReopening[]
let found: Payment | undefined

beforeEach(() => {
  ends = new Map()
  told = []
  reopened = []
  found = payment
  const take = (message: CommandMessage) => {
    told.push(message)
    ends.set(message.id, accepted)
  }
  temporal = {
    start: async ({ message }) => {
      const isKnown = told.length > 0
      if (!isKnown) take(message)
      return isKnown
    },
    signal: async (_, __, message) => {
      take(message)
      return true
    },
    reopen: async (reopening) => {
      reopened.push(reopening)
      take(reopening.message)
    },
  }
})

const gateway = () =>
  createActorGateway<Payment>(
    { actors: temporal, log: createLog('test', 'silent') },
    {
      prefix: 'pay',
      decide,
      inMotion: () => false,
      reads: {
        find: async () => found,
        commandEnd: async (_, id) => ends.get(id),
        waitForCommandEnd: async (_, id) => ends.get(id),
        endOrNever: async () => 'never',
        waitForNewer: async () => undefined,
      },
      reopening: (state, message) => ({ ...start, message, state }),
    },
  )

const lost = () => Promise.reject(new Error('deadline exceeded'))
const refusal = (code: string) => ({ outcome: { accepted: false, code } })

describe('a command under a key', () => {
  test('is sent once, and its repeat is told the same', async () => {
    const first = await gateway().send(payment, cancel, keyed)
    expect(first).toMatchObject({ outcome: { accepted: true }, replayed: false })
    expect(await gateway().send(payment, cancel, keyed)).toMatchObject({
      outcome: first.outcome,
      replayed: true,
    })
    expect(told).toHaveLength(1)
  })

  test('is refused when another request has used the key', async () => {
    await gateway().send(payment, cancel, keyed)
    const other = await gateway().send(payment, cancel, { ...keyed, bodyHash: 'another' })
    expect(other).toMatchObject(refusal('idempotency_key_reused'))
    expect(told).toHaveLength(1)
  })
})

describe('an answer of Temporal that is lost', () => {
  test('is no failure: what was committed is told', async () => {
    const { signal } = temporal
    temporal.signal = async (...given) => {
      await signal(...given)
      return lost()
    }
    expect(await gateway().send(payment, cancel, keyed)).toMatchObject({
      outcome: { accepted: true },
    })
  })

  test('is a 503 when nothing was committed in time', async () => {
    temporal.signal = lost
    expect(await gateway().send(payment, cancel, keyed)).toMatchObject(refusal('unavailable'))
  })

  test('of a create is told under the same key once it is committed', async () => {
    const { start: take } = temporal
    temporal.start = async (given) => {
      await take(given)
      return lost()
    }
    expect(await gateway().create(start, keyed)).toMatchObject({ outcome: { accepted: true } })
    expect(await gateway().create(start, keyed)).toMatchObject({ replayed: true })
    expect(told).toHaveLength(1)
  })
})

describe('a workflow that has closed by the very command', () => {
  /** It was taken before; the hand-over now finds nobody, for it is carried out and all is over. */
  const closeBy = (end: CommandEnd<Payment>) => {
    temporal.signal = async (_, __, message) => {
      ends.set(message.id, end)
      return false
    }
  }

  test('answers its repeat under a key with what came of it', async () => {
    closeBy(accepted)
    expect(await gateway().send(payment, cancel, keyed)).toMatchObject({
      outcome: { accepted: true },
      replayed: true,
    })
  })

  test('answers it without a key, where the hand-over was made twice', async () => {
    closeBy({ ...accepted, bodyHash: undefined })
    const { bodyHash: _, ...unkeyed } = keyed
    expect(await gateway().send(payment, cancel, unkeyed)).toMatchObject({
      outcome: { accepted: true },
      replayed: false,
    })
  })

  test('refuses another request under its key', async () => {
    closeBy({ ...accepted, bodyHash: 'another' })
    const answer = await gateway().send(payment, cancel, keyed)
    expect(answer).toMatchObject(refusal('idempotency_key_reused'))
  })
})

test('the moment after which it must not happen travels with a command without a key', async () => {
  const { bodyHash: _, ...meta } = keyed
  const notAfter = Date.now() + 3_600_000
  await gateway().send(payment, cancel, { ...meta, notAfter })
  expect(told).toMatchObject([{ notAfter, requestId: 'r', id: 'cmd/c1' }])
  const late = await gateway().send(payment, cancel, { ...meta, notAfter: Date.now() - 1 })
  expect(late.outcome.accepted).toBe(false)
  expect(told).toHaveLength(1)
})

test('what the committed row refuses already costs Temporal nothing', async () => {
  const answer = await gateway().send(payment, { name: 'capture' }, keyed)
  expect(answer.outcome).toMatchObject({ accepted: false })
  expect(told).toEqual([])
})

describe('a payment that is held', () => {
  const held = { ...payment, held: 'the books do not agree' }

  test('refuses what comes without a key at once, and leaves nothing in its mailbox', async () => {
    const { bodyHash: _, ...unkeyed } = keyed
    const notAfter = Date.now() + 3_600_000
    const answer = await gateway().send(held, cancel, { ...unkeyed, notAfter })
    expect(answer).toMatchObject(refusal('payment_held'))
    expect(told).toEqual([])
  })

  test('is no refusal under a key, because the command may wait to be carried out', async () => {
    temporal.signal = async (_, __, message) => {
      told.push(message)
      return true
    }
    expect(await gateway().send(held, cancel, keyed)).toMatchObject(refusal('unavailable'))
    expect(told).toMatchObject([{ id: 'cmd/c1' }])
  })

  test('refuses under a key once the workflow has said so', async () => {
    temporal.signal = async (_, __, message) => {
      ends.set(message.id, { ...accepted, outcome: { accepted: false, code: 'payment_held' } })
      return true
    }
    expect(await gateway().send(held, cancel, keyed)).toMatchObject(refusal('payment_held'))
  })
})

test('a create of another request under the same id is refused', async () => {
  await gateway().create(start, keyed)
  const other = await gateway().create(start, { ...keyed, bodyHash: 'another' })
  expect(other).toMatchObject(refusal('idempotency_key_reused'))
})

test('a payment that was made by an earlier command is found', async () => {
  temporal.start = async () => true
  const answer = await gateway().create(start, { ...keyed, commandId: 'c2' })
  expect(answer).toMatchObject({ outcome: { accepted: true }, replayed: true, state: payment })
  found = undefined
  expect(await gateway().create(start, keyed)).toMatchObject(refusal('unavailable'))
})

describe('a workflow that has closed', () => {
  beforeEach(() => {
    temporal.signal = async () => false
  })

  test('changes nothing for a merchant, who is told so', async () => {
    expect(await gateway().send(payment, cancel, keyed)).toMatchObject(refusal('unavailable'))
    expect(reopened).toEqual([])
  })

  test('is opened again for a provider whose word still counts', async () => {
    const late = { ...keyed, actor: 'provider/acquirer' } as unknown as Meta
    expect(await gateway().send(payment, cancel, late)).toMatchObject({
      outcome: { accepted: true },
    })
    expect(reopened).toMatchObject([{ state: { id: payment.id }, message: { id: 'cmd/c1' } }])
  })
})

test('no more than twenty commands wait on one payment, and others are not in their way', async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { signal } = temporal
  temporal.signal = async (...given) => {
    await gate
    return signal(...given)
  }
  const busy = gateway()
  const meta = (index: number): Meta => ({ ...keyed, commandId: `c${index}` })
  const waiting = Array.from({ length: 20 }, (_, index) => busy.send(payment, cancel, meta(index)))
  await new Promise(setImmediate)
  expect(await busy.send(payment, cancel, meta(20))).toMatchObject(refusal('too_many_commands'))
  const another = busy.send({ ...payment, id: 'another' }, cancel, meta(21))
  release()
  for (const answer of await Promise.all([...waiting, another]))
    expect(answer.outcome).toEqual({ accepted: true })
})
