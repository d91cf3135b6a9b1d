import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Json } from '../support/http.ts'
import { launchWorld } from './crash.ts'
import { checkInvariants } from './invariants.ts'
import { until } from './world.ts'

const [DISPUTED, UNANNOUNCED] = ['4000000000000259', '4000000000001364']
const world = launchWorld()

const around = (step: string) =>
  ['before_send', 'after_send_before_reply', 'after_reply_before_return'].map(
    (place) => `act.${step}.${place}`,
  )
const ofApi = (command: string) =>
  ['before_temporal', 'after_temporal_before_outcome'].map((place) => `api.${command}.${place}`)

async function disputeOf(paymentId: string): Promise<Json> {
  let found: Json
  await until(`${paymentId} is disputed`, async () => {
    found = (await disputesOf(paymentId))[0]
    return found !== undefined
  })
  return found
}

const disputesOf = async (paymentId: string): Promise<Json[]> =>
  ((await world().call('GET', `/disputes?paymentId=${paymentId}`)).body?.['disputes'] ??
    []) as Json[]

const read = async (disputeId: string): Promise<Json> => {
  const { status, body } = await world().call('GET', `/disputes/${disputeId}`)
  return status === 200 ? body : {}
}

/** As a merchant does it: what did not arrive is sent once more, under a key of its own. */
async function answer(disputeId: string, path: 'submit' | 'accept', end: string): Promise<void> {
  if (path === 'submit') {
    const evidence = { text: 'winning_evidence' }
    await world().insist('PUT', `/disputes/${disputeId}/evidence/receipt`, evidence)
  }
  let tried = 0
  await until(`${disputeId} is ${end}`, async () => {
    const { status } = await read(disputeId)
    if (status === 'NEEDS_RESPONSE' && (tried += 1) < 8)
      await world().insist('POST', `/disputes/${disputeId}/${path}`, {}, randomUUID())
    return status === end
  })
}

/** A payment of 25 that was disputed; the dispute ends as it should, its money moved once each time. */
async function disputed(path: 'submit' | 'accept'): Promise<string> {
  const paymentId = await world().completed({ number: DISPUTED })
  const { disputeId } = await disputeOf(paymentId)
  await answer(disputeId as string, path, path === 'submit' ? 'WON' : 'ACCEPTED')
  const { moves } = await read(disputeId as string)
  expect(moves.map(({ kind }: Json) => kind as string)).toEqual(
    path === 'submit' ? ['WITHDRAWN', 'REINSTATED'] : ['WITHDRAWN'],
  )
  return paymentId
}

/** Each point is passed by a dispute of its own: all are under way when the processes die. */
async function dieAt(points: readonly string[], path: 'submit' | 'accept'): Promise<void> {
  for (const point of points) world().arm(point, 'killTogether')
  const paymentIds = await Promise.all(points.map(() => disputed(path)))
  expect(points.filter((point) => world().isArmed(point))).toEqual([])
  await world().healed()
  await checkInvariants(world(), paymentIds)
}

/** The command line as an operator runs it, on this stack; it must succeed. */
async function tollgate(...args: string[]): Promise<string> {
  const program = ['dist/src/cli/main.js', '--home', world().stack.home, ...args]
  return (await promisify(execFile)(process.execPath, program)).stdout
}

/** Whoever dies may be the one that was asked: an operator whose line was cut asks once more. */
async function settle(): Promise<void> {
  const run = () => tollgate('settlement', 'run', '--by', 'anna')
  try {
    await run()
  } catch {
    await world().healed()
    await run()
  }
}

describe('disputes, with processes killed', { timeout: 180_000 }, () => {
  test('around a submit: it is sent once, or said not to have arrived, and won', () =>
    dieAt([...ofApi('submit'), ...around('disputeSubmit')], 'submit'))

  test('around an acceptance: the money stays where it is', () =>
    dieAt(around('disputeAccept'), 'accept'))

  test('while a provider tells of it: its money is booked once', () =>
    dieAt(ofApi('report'), 'submit'))

  // Nobody but the report tells of it, so that its first commit is made while the settlement runs.
  test.for([
    'act.settlement.before_dispute',
    'act.settlement.after_dispute',
    'act.db.before_commit',
    'act.db.after_commit_before_return',
  ])('at %s: a dispute that only a report tells of is one, and cleared once', async (point) => {
    const paymentId = await world().completed({ number: UNANNOUNCED })
    for (let run = 0; run < 10 && (await disputesOf(paymentId)).length === 0; run += 1) {
      world().arm(point)
      await settle()
    }
    await world().fired(point)
    const { disputeId } = await disputeOf(paymentId)
    await until('how it stands', async () => (await read(disputeId)).reason === 'DUPLICATE')
    expect(await disputesOf(paymentId)).toHaveLength(1)
    await tollgate('settlement', 'differences')
    await world().healed()
  })

  test('everything that is written down says the same afterwards', async () => {
    const proof: Json = JSON.parse(await tollgate('prove', '--all', '--json'))
    expect(proof).toMatchObject({ findings: [] })
    expect(proof.disputes).toBeGreaterThanOrEqual(14)
  })
})
