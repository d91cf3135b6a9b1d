import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preauth } from '../domain/payment/support.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { commandLine } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe('stats', () => {
  test('counts payments by outcome and says how long they took', async () => {
    const { url, pool } = await freshDatabase()
    const payments = recordPayments(pool, sandbox.url)
    await payments.sale()
    await payments.sale()
    const hold = await payments.sale(preauth)
    await payments.decideOnly(hold, { name: 'capture', amountMinor: 10_000 })
    const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: 'none' })
    const { code, text } = await tollgate('stats', '--since', '1h')
    expect(code).toBe(0)
    expect(text).toMatch(/COMPLETED +CARD +3 +PLN 300.00/)
    expect(JSON.parse((await tollgate('stats', '--json')).text)).toMatchObject({
      // The sales rest until their refund window ends.
      open: [{ phase: 'capturing', count: 1 }],
      times: [{ method: 'CARD' }],
    })
    expect(await tollgate('stats', '--since', 'yesterday-ish')).toMatchObject({ code: 2 })
  })

  test('payment list finds payments by where they stand', async () => {
    const { url, pool } = await freshDatabase()
    const payments = recordPayments(pool, sandbox.url)
    const sale = await payments.sale()
    const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: 'none' })
    expect((await tollgate('payment', 'list', '--phase', 'paid')).text).toContain(sale)
    expect((await tollgate('payment', 'list', '--phase', 'challenging')).text).toBe('none\n')
    expect((await tollgate('payment', 'list', '--due-in', '7')).text).toBe('none\n')
    expect((await tollgate('payment', 'list', '--due-in', '365')).text).toContain(sale)
  })
})
