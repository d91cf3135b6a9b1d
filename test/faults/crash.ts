import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { required } from '../../src/domain/assert.ts'
import { checkInvariants } from './invariants.ts'
import { World } from './world.ts'

/**
 * Where a process may die on the way of a command. Points with a command's or a step's name are armed
 * once for each command that is under way; the others once, for whoever gets there first.
 */
export const places = [
  'api.<command>.before_temporal',
  'api.<command>.after_temporal_before_outcome',
  'api.<command>.after_outcome_before_reply',
  'act.db.before_commit',
  'act.db.after_commit_before_return',
  'act.<step>.before_intent',
  'act.<step>.before_send',
  'act.<step>.after_send_before_reply',
  'act.<step>.after_reply_before_return',
  'act.<step>.after_step_before_return',
] as const

type Place = (typeof places)[number]

/** The two that matter most: the command is committed, and it has reached the provider. */
const everydayPlaces = places.filter((place) =>
  /after_commit_before_return|after_send_before_reply/.test(place),
)

/** On the way of the call: before it and after it nothing knows yet, or any more, which provider is called. */
export const ofTheCall = places.filter((place) => place.includes('<step>'))

/**
 * Places whose points are reached side by side, so that one death meets them all. Whoever dies around a
 * commit holds its locks until then: those have a death of their own.
 */
export const together = (wanted: readonly Place[]): Place[][] => {
  const alone = wanted.filter((place) => place.startsWith('act.db.'))
  const groups = ['api.', 'act.<step>.'].map((start) =>
    wanted.filter((place) => place.startsWith(start)),
  )
  return [...groups.filter(({ length }) => length > 0), ...alone.map((place) => [place])]
}

export const deaths = (isShort: boolean): Place[][] => together(isShort ? everydayPlaces : places)

/** Each command with the step at the provider that it leads to. */
const commands = {
  create: { step: 'authorize', status: 'COMPLETED' },
  cancel: { step: 'reverse', path: 'cancel', body: {}, status: 'CANCELLED' },
  capture: { step: 'capture', path: 'capture', body: { amount: 20 }, status: 'COMPLETED' },
  adjust: { step: 'adjust', path: 'adjustment', body: { amount: 40 }, status: 'COMPLETED' },
  refund: { step: 'refund', path: 'refund', body: { amount: 10 }, status: 'COMPLETED' },
} as const

export type CommandName = keyof typeof commands

export const allCommands = Object.keys(commands) as CommandName[]

/** A reversal is an activity of its own, and needs no claim: it is the same however often it is sent. */
const hasPoint = (place: Place, command: CommandName): boolean =>
  !(/before_intent|after_step/.test(place) && command === 'cancel')

export const pointsOf = (place: Place, names: readonly CommandName[]): string[] => [
  ...new Set(
    names
      .filter((name) => hasPoint(place, name))
      .map((name) => place.replace('<command>', name).replace('<step>', commands[name].step)),
  ),
]

/** Cases of one file share a stack: a fault is armed for whoever passes its point next. */
export function launchWorld(): () => World {
  let world: World | undefined
  beforeAll(async () => {
    world = await World.launch()
  })
  afterAll(() => world?.stop())
  return () => required(world, 'no world was launched')
}

/**
 * One command of each name is under way for each place, and every one is at its own point when the
 * processes die that they have come to. Each command happens once all the same. Who was held up by
 * another is commanded of one more payment.
 */
export async function dieAt(
  world: World,
  wanted: readonly Place[],
  names: readonly CommandName[],
): Promise<void> {
  let left = wanted.flatMap((place) => names.map((name) => ({ place, name })))
  for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
    const prepared = await Promise.all(left.map(({ name }) => prepare(world, name)))
    const points = new Set(left.flatMap(({ place, name }) => pointsOf(place, [name])))
    for (const point of points) world.arm(point, 'killTogether')
    const paymentIds = await Promise.all(prepared.map((command) => carryOut(world, command)))
    const missed = new Set([...points].filter((point) => world.disarm(point)))
    await world.healed()
    await checkInvariants(world, paymentIds)
    left = left.filter(({ place, name }) => pointsOf(place, [name]).some((one) => missed.has(one)))
  }
  // A fault that did not happen proves nothing.
  expect(left).toEqual([])
}

const ROUNDS = 4

/**
 * As many payments are under way as there are points: the first to come stays at the first of them,
 * so that each is at another one when the processes die.
 */
export async function dieAtEach(
  world: World,
  points: readonly string[],
  pay: () => Promise<string>,
): Promise<void> {
  const armedPoints = () => points.filter((point) => world.isArmed(point))
  for (const point of points) world.arm(point, 'killTogether')
  for (let round = 0; round < ROUNDS && armedPoints().length > 0; round += 1) {
    const paymentIds = await Promise.all(armedPoints().map(pay))
    await Promise.all(paymentIds.map((paymentId) => world.quiet(paymentId)))
    await world.healed()
    await checkInvariants(world, paymentIds)
  }
  expect(armedPoints()).toEqual([])
}

interface Prepared {
  name: CommandName
  path: string
  body: object
  key: string
  paymentId: string | undefined
}

async function prepare(world: World, name: CommandName): Promise<Prepared> {
  const key = randomUUID()
  if (name === 'create')
    return { name, key, path: '/payment', body: world.saleBody(), paymentId: undefined }
  const transKind = name === 'capture' || name === 'adjust' ? 'PREAUTH' : 'AUTH'
  const paymentId = await world.completed({ transKind })
  const { path, body } = commands[name]
  return { name, key, path: `/payment/${paymentId}/${path}`, body, paymentId }
}

/**
 * A process that dies with the request on its lips leaves it unknown: it is found, or closed and the
 * CVV is asked for again; never doubled, and never rejected.
 */
async function carryOut(world: World, command: Prepared): Promise<string> {
  const { name, path, body, key } = command
  const answer = await world.insist('POST', path, body, key)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const paymentId = command.paymentId ?? String(answer.body?.paymentId)
  await world.reaches(paymentId, [commands[name].status])
  await world.quiet(paymentId)
  const again = await world.insist('POST', path, body, key)
  if (name === 'create') expect(again.body?.paymentId).toBe(paymentId)
  else expect(again.body, `${name} again`).toEqual(answer.body)
  return paymentId
}
