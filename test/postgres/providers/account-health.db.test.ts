import { expect, test } from 'vitest'
import { circuitOf } from '../../../src/domain/routing/circuit.ts'
import { execute } from '../../../src/postgres/db.ts'
import { createAccountCharges } from '../../../src/postgres/providers/account-health.ts'
import { freshDatabase } from '../../support/database.ts'

const merchantId = '10000001'
const via = 'stripe/main'

async function start() {
  const { pool } = await freshDatabase()
  // Two processes: what one has noted the other sees.
  const [one, other] = [createAccountCharges(pool), createAccountCharges(pool)]
  let count = 0
  const note = (answered: boolean, trial = false, account = via) =>
    one.note({
      merchantId,
      via: account,
      reference: `r${String((count += 1))}`,
      outcome: answered ? 'approved' : 'notSent',
      answered,
      trial,
    })
  const circuit = async () =>
    circuitOf((await other.recent(merchantId, [via])).get(via) ?? [], Date.now()).circuit
  const later = (time: string) =>
    execute(pool, `update account_charge set at = at - interval '${time}'`, [])
  return { pool, one, other, note, circuit, later }
}

test('a circuit opens, half opens and closes for all processes alike', async () => {
  const { note, circuit, later } = await start()
  for (let failure = 0; failure < 4; failure += 1) await note(false)
  expect(await circuit()).toBe('closed')
  await note(false)
  expect(await circuit()).toBe('open')
  await later('31 seconds')
  expect(await circuit()).toBe('halfOpen')
  await note(false, true)
  expect(await circuit()).toBe('open')
  await later('31 seconds')
  await note(true, true)
  expect(await circuit()).toBe('closed')
})

test('accounts are apart, and the newest twenty charges count', async () => {
  const { note, other } = await start()
  for (let charge = 0; charge < 25; charge += 1) await note(charge > 3)
  await note(false, false, 'sandbox/main')
  const seen = await other.recent(merchantId, [via, 'sandbox/main', 'sandbox/none'])
  expect([...seen.keys()].sort()).toEqual(['sandbox/main', via])
  expect(seen.get(via)).toHaveLength(20)
  expect(seen.get(via)?.every(({ answered }) => answered)).toBe(true)
  expect((await other.recent('10000002', [via])).size).toBe(0)
})

test('one charge at a time finds out whether an account works again', async () => {
  const { pool, one, other } = await start()
  const claims = ['a', 'b', 'c', 'd'].map((reference, at) =>
    (at % 2 === 0 ? one : other).claimTrial(merchantId, via, reference),
  )
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
  await execute(pool, `update account_trial set at = at - interval '16 seconds'`, [])
  expect(await other.claimTrial(merchantId, via, 'e')).toBe(true)
  // The same charge may ask again: its answer was lost.
  expect(await one.claimTrial(merchantId, via, 'e')).toBe(true)
  expect(await one.claimTrial(merchantId, via, 'f')).toBe(false)
})

test('what is a day old is forgotten', async () => {
  const { one, note, later } = await start()
  await note(true)
  expect(await one.forget()).toBe(0)
  await later('25 hours')
  expect(await one.forget()).toBe(1)
})
