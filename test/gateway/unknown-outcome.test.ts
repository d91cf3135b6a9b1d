import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createActorGateway } from '../../src/gateway/actor-gateway.ts'
import type { ActorTraits, Meta } from '../../src/gateway/actor-gateway.ts'
import type { ActorStart, Actors } from '../../src/gateway/actors.ts'
import type { CommandEnd } from '../../src/postgres/actor-reads.ts'

interface State {
  id: string
  version: number
  clockOffsetMs: number
  moving: boolean
}

const state: State = { id: 'p', version: 1, clockOffsetMs: 0, moving: false }
const end: CommandEnd<State> = { outcome: { accepted: true }, bodyHash: undefined, state }
const lost = () => Promise.reject(new Error('connection terminated'))
const meta: Meta = { commandId: 'c', actor: 'gateway', requestId: 'r', notAfter: 1 }
const start = {
  id: 'p',
  message: { id: 'cmd/c', command: { name: 'create' }, notAfter: 1 },
} as ActorStart
const actors: Actors = {
  start: () => Promise.resolve(false),
  signal: () => Promise.resolve(true),
  reopen: () => Promise.resolve(),
}

function gatewayThatReads(reads: Partial<ActorTraits<State>['reads']>) {
  const nothing = () => Promise.resolve(undefined)
  return createActorGateway<State>(
    { actors, log: pino({ level: 'silent' }) },
    {
      prefix: 'pay',
      reads: {
        find: nothing,
        commandEnd: nothing,
        waitForCommandEnd: nothing,
        waitForNewer: nothing,
        endOrNever: () => Promise.resolve('never'),
        ...reads,
      },
      decide: () => ({ events: [], outcome: { accepted: true } }),
      inMotion: ({ moving }) => moving,
    },
  )
}

test('what Temporal has and nobody could read is an unknown outcome with its id, never "did not happen"', async () => {
  const gateway = gatewayThatReads({ waitForCommandEnd: lost })
  expect(await gateway.create(start, meta)).toEqual({
    outcome: { accepted: false, code: 'outcome_unknown' },
    replayed: false,
    id: 'p',
  })
})

test('under a key it is asked again with the key', async () => {
  const gateway = gatewayThatReads({ waitForCommandEnd: lost })
  const { outcome } = await gateway.create(start, { ...meta, bodyHash: 'b' })
  expect(outcome).toEqual({ accepted: false, code: 'unavailable' })
})

test('a command that the database says can never happen any more did not happen', async () => {
  const { outcome } = await gatewayThatReads({}).create(start, meta)
  expect(outcome).toEqual({ accepted: false, code: 'unavailable' })
})

test.for([() => Promise.resolve('unknown' as const), lost])(
  'one of which the database cannot say so is unknown',
  async (endOrNever) => {
    const { outcome } = await gatewayThatReads({ endOrNever }).create(start, meta)
    expect(outcome).toEqual({ accepted: false, code: 'outcome_unknown' })
  },
)

test('one that was being committed until after the last look is answered', async () => {
  const endOrNever = () => Promise.resolve(end)
  expect(await gatewayThatReads({ endOrNever }).create(start, meta)).toMatchObject({
    outcome: { accepted: true },
    state,
  })
})

test('what is committed is answered, even when the next step of the payer cannot be read', async () => {
  let reads = 0
  const moving = { ...end, state: { ...state, moving: true } }
  const gateway = gatewayThatReads({
    waitForCommandEnd: () => Promise.resolve(moving),
    waitForNewer: () => {
      reads += 1
      return reads < 3 ? lost() : Promise.resolve({ ...state, version: 2 })
    },
  })
  const answer = await gateway.create(start, { ...meta, waitForPayer: true })
  expect(answer).toMatchObject({ outcome: { accepted: true }, state: { version: 2 } })
})
