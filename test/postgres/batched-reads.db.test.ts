import { expect, test } from 'vitest'
import { createBatchedReads } from '../../src/postgres/batched-reads.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import type { Db } from '../../src/postgres/db.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { createCommand } from '../domain/payment/support.ts'
import { recordPayments } from '../support/recorded-payments.ts'
import { freshDatabase } from '../support/database.ts'

test('the first question is asked at once, and what comes meanwhile is one', async () => {
  const asked: string[][] = []
  const read = createBatchedReads(async (keys: string[]) => {
    asked.push(keys)
    await Promise.resolve()
    return keys.filter((key) => key !== 'none').map((key): [string, string] => [key, `of ${key}`])
  })
  const answers = await Promise.all(['a', 'b', 'none', 'b'].map(read))
  expect(answers).toEqual(['of a', 'of b', undefined, 'of b'])
  expect(asked).toEqual([['a'], ['b', 'none']])
})

test('a question that fails is told to those who asked it, and the next is asked again', async () => {
  let isDown = true
  const read = createBatchedReads((keys: string[]) =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve(keys.map((key) => [key, key])),
  )
  await expect(read('a')).rejects.toThrow('down')
  isDown = false
  expect(await read('a')).toBe('a')
})

test('a thousand who wait for different versions ask the database as a few do', async () => {
  const { pool, url } = await freshDatabase()
  const counted = { statements: 0 }
  const db: Db = {
    query: (config) => {
      counted.statements += 1
      return pool.query(config)
    },
  }
  const changes = listenToChanges(url, () => undefined)
  const reads = createPaymentReads(db, changes)
  const paymentId = 'waited'
  const command = createCommand({ paymentId })
  await recordPayments(pool, 'http://127.0.0.1:1').decideOnly(paymentId, command)
  const { version } = (await reads.find(paymentId)) ?? { version: 0 }
  counted.statements = 0
  const waits = Array.from({ length: 1_000 }, (_, at) =>
    reads.waitForNewer(paymentId, version + at, 700),
  )
  expect((await Promise.all(waits)).every((one) => one === undefined)).toBe(true)
  expect(counted.statements).toBeLessThan(100)
  expect((await reads.waitForNewer(paymentId, version - 1, 700))?.version).toBe(version)
  await changes.close()
})
