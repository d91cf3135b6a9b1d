import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../src/postgres/db.ts'
import { alone, findLatest, listLatest } from '../../src/postgres/processes/latest-rows.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

test('what changed last comes first, with its last message and what waits to be told', async () => {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  const [first, second, held] = [
    await payments.sale(),
    await payments.sale(),
    await payments.sale(),
  ]
  await execute(pool, `update payment set updated_at = now() - interval '1 hour'`)
  await execute(pool, `update payment set updated_at = now() where payment_id = $1`, [second])
  await execute(pool, `update payment set held = 'look' where payment_id = $1`, [held])
  await execute(pool, `update notification set state = 'accepted' where owner_id = $1`, [first])
  expect(await listLatest(pool, 'payment', 10)).toEqual([second, first])
  expect(await listLatest(pool, 'payment', 1)).toEqual([second])
  expect(await listLatest(pool, 'tokenization', 10)).toEqual([])
  const known = await findLatest<{ version: number }>(pool, 'payment', [first, second, held])
  expect(known.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
  for (const { version, state, lastMessageId } of known) {
    expect(state.version).toBe(version)
    expect(lastMessageId).toMatch(/^cmd\//)
  }
  const pending = Object.fromEntries(known.map(({ id, firstPending }) => [id, firstPending]))
  expect(pending).toEqual({ [first]: null, [second]: 1 })
})

test('two processes that start at once repair once, and the next start may again', async () => {
  const { pool } = await freshDatabase()
  const done: string[] = []
  let finish = () => {}
  const isHeld = new Promise<void>((resolve) => (finish = resolve))
  const first = alone(pool, 'repair', async () => {
    await alone(pool, 'repair', () => Promise.resolve(void done.push('second')))
    finish()
    done.push('first')
  })
  await isHeld
  await first
  expect(done).toEqual(['first'])
  await expect(alone(pool, 'repair', () => Promise.reject(new Error('away')))).rejects.toThrow()
  await alone(pool, 'repair', () => Promise.resolve(void done.push('third')))
  expect(done).toEqual(['first', 'third'])
})
