import { afterAll, describe, expect, test } from 'vitest'
import { one } from '../../src/postgres/db.ts'
import { send } from '../support/http.ts'
import { payAtBank } from '../support/payer.ts'
import { openMerchant, shop, stack } from '../support/world.ts'
import { openPool } from '../support/open-pool.ts'

const db = openPool(stack.postgres, { applicationName: 'attack' })
afterAll(() => db.end())

const rows = async (paymentId: string): Promise<number> => {
  const sql = 'select count(*)::int as count from journal where owner_id = $1'
  return (await one<{ count: number }>(db, sql, [paymentId])).count
}

const bank = { method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } }

describe('the address that a bank sends the payer back to', () => {
  test('adds nothing to a payment that is paid, however often it is called', async () => {
    const { paymentId, redirectURL } = await shop.asks(bank)
    const address = await payAtBank(redirectURL)
    await send(address)
    await shop.reaches(paymentId, 'COMPLETED')
    const before = await rows(paymentId)
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(address)))
    expect(answers.every(({ status }) => status === 303 || status === 429)).toBe(true)
    expect(await rows(paymentId)).toBe(before)
  })

  test('asks the bank once in ten seconds while the payer has not paid', async () => {
    const { paymentId, redirectURL } = await shop.asks(bank)
    const address = await payAtBank(redirectURL, 'later')
    const before = await rows(paymentId)
    await Promise.all(
      stack.apis.flatMap((api) => Array.from({ length: 20 }, () => send(moved(address, api)))),
    )
    // One inquiry and its answer for each window that the flood has touched.
    expect((await rows(paymentId)) - before).toBeLessThanOrEqual(6)
  })
})

const moved = (address: string, api: string): string => {
  const { pathname, search } = new URL(address)
  return api + pathname + search
}

test('a long report of a browser costs what a short one does', async () => {
  const report = (uri: string) =>
    send(`${stack.api}/pay/reports`, {
      method: 'POST',
      body: JSON.stringify({ 'csp-report': { 'blocked-uri': uri } }),
      headers: { 'content-type': 'application/csp-report' },
    })
  const took = async (uri: string) => {
    const started = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => report(uri)))
    return performance.now() - started
  }
  await took('https://a.example')
  const short = await took('https://a.example')
  expect(await took(`https://${'-'.repeat(8_000)}.a`)).toBeLessThan(10 * short + 1_000)
})

test('of a crowd that waits for events with one key, few are held and the rest are told at once', async () => {
  const quiet = await openMerchant()
  const { merchantId, secret } = quiet.account
  const { body } = await send(`${stack.api}/v1/ecommerce/auth`, {
    method: 'POST',
    body: { channel: 'WEBAPI', secret, merchant: { merchantId } },
  })
  const headers = { authorization: `Bearer ${String(body.access_token)}` }
  const crowd = new AbortController()
  const statuses: number[] = []
  const asked = Array.from({ length: 150 }, async () => {
    const address = `${stack.api}/v1/ecommerce/events?wait=30`
    statuses.push((await fetch(address, { headers, signal: crowd.signal })).status)
  })
  await expect.poll(() => statuses.length, { timeout: 25_000 }).toBe(130)
  expect(new Set(statuses)).toEqual(new Set([429]))
  crowd.abort()
  await Promise.allSettled(asked)
  await quiet.completed()
})
