import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { agreedWith, commandLine } from '../support/cli.ts'
import { checkInvariants } from './invariants.ts'
import { until, World } from './world.ts'

const LANES = 2
const PAUSE_MS = 500

let world: World

beforeAll(async () => {
  world = await World.launch({ apis: 2, workers: 2 })
})
afterAll(() => world.stop())

test('every key is rotated and every card rewrapped while payments run, and none is lost', async () => {
  const keysFile = join(world.stack.home, 'keys.json')
  const { postgres, postgresVault } = world.stack.info
  const tollgate = commandLine({
    DATABASE_URL: postgres,
    VAULT_DATABASE_URL: postgresVault,
    KEYS_FILE: keysFile,
  })
  const oldest = loadKeyRing(keysFile).vault[0]?.id
  const hold = await world.completed({ transKind: 'PREAUTH' })
  const waiting = await withoutCvv()
  const traffic = startTraffic()

  for (const purpose of ['vault', 'payload', 'signing', 'encryption', 'wallets'])
    expect(await agreedWith(tollgate)('keys', 'rotate', purpose)).toMatchObject({ code: 0 })
  await until('payments under the old keys', () => Promise.resolve(traffic.ids.length > 10))
  for (const { name } of world.stack.processes)
    if (/^(api|worker)-/.test(name)) await world.stack.restart(name)
  const moved = await tollgate('keys', 'rewrap', '--json')
  expect(JSON.parse(moved.text)).toMatchObject({ unreadable: [] })

  const ids = await traffic.stop()
  for (const id of ids) await world.reaches(id, ['COMPLETED'])
  expect(await tollgate('keys', 'rewrap', '--json')).toMatchObject({ code: 0 })
  expect(loadKeyRing(keysFile).vault[1]?.id).toBe(oldest)

  // What was begun under the old keys goes on under the new ones.
  expect((await world.insist('POST', `/payment/${hold}/capture`, {})).status).toBe(200)
  await world.reaches(waiting, ['COMPLETED'])
  await world.quiet(hold)
  await checkInvariants(world, [hold, waiting, ...ids])
})

/** A payment whose card is in the vault and whose payer has yet to give the CVV. */
async function withoutCvv(): Promise<string> {
  const { instrument, ...body } = world.saleBody() as { instrument: Record<string, string> }
  const { cvv: _, ...card } = instrument
  const answer = await world.insist('POST', '/payment', { ...body, instrument: card })
  return String(answer.body?.paymentId)
}

/** Payments all the time, until told to stop. */
function startTraffic() {
  const ids: string[] = []
  let stopped = false
  const lane = async () => {
    while (!stopped) {
      const answer = await world.insist('POST', '/payment', world.saleBody())
      ids.push(String(answer.body?.paymentId))
      await sleep(PAUSE_MS)
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  return {
    ids,
    stop: async () => {
      stopped = true
      await lanes
      return ids
    },
  }
}
