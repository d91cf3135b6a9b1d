import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authorization } from './acquirer/requests.ts'
import { GIVE_UP_MS, keys, startSandbox } from './start-sandbox.ts'
import type { RunningSandbox } from './start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.call('DELETE', '/faults'))

const fault = (body: object) => sandbox.post('/faults', { provider: 'acquirer', times: 1, ...body })
const authorize = (body = authorization(100), timeoutMs?: number) =>
  sandbox.post('/acquirer/authorize', body, timeoutMs)
const isProcessed = async (reference: string) =>
  (await sandbox.get(`/acquirer/operations/${reference}`)).status === 200

test('of one account leaves the others of the same provider alone', async () => {
  const { stripe } = keys
  await sandbox.post('/faults', {
    provider: 'stripe',
    account: stripe,
    action: 'http429',
    times: 9,
  })
  const balance = async (key: string) =>
    (
      await fetch(`${sandbox.url}/stripe/v1/balance`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status
  expect(await balance(stripe)).toBe(429)
  expect(await balance(`${stripe}_other`)).toBe(200)
  expect(await balance(`${stripe}other`)).toBe(401)
  await sandbox.call('DELETE', '/faults?account=somebody')
  expect(await balance(stripe)).toBe(429)
  await sandbox.call('DELETE', `/faults?account=${stripe}`)
  expect(await balance(stripe)).toBe(200)
})

describe('misbehaviour on request', () => {
  test.each([
    ['cut', false],
    ['http500', false],
    ['garbage', false],
    ['empty', false],
    ['huge', false],
    ['cut', true],
    ['http500', true],
    ['garbage', true],
    ['empty', true],
    ['huge', true],
  ])('%s, processed: %s', async (action, isAfter) => {
    await fault({ action, when: isAfter ? 'after' : 'before' })
    const body = authorization(100)
    const answer = await authorize(body).catch(() => undefined)
    if (action === 'cut') expect(answer).toBeUndefined()
    if (action === 'http500') expect(answer?.status).toBe(500)
    if (action === 'garbage' || action === 'empty') expect(answer?.body).toBeUndefined()
    if (action === 'huge') expect(answer?.text.length).toBeGreaterThan(65_536)
    expect(await isProcessed(body.reference)).toBe(isAfter)
    expect((await authorize(body)).body.responseCode).toBe('00')
  })

  test('decline, with the code that is asked for, for good', async () => {
    await fault({ action: 'decline', responseCode: '5C' })
    const body = authorization(100)
    expect((await authorize(body)).body).toEqual({ reference: body.reference, responseCode: '5C' })
    expect((await authorize(body)).body.responseCode).toBe('5C')
  })

  // Whoever has lost patience asks afterwards, and on a busy machine long afterwards.
  const isProcessedSoon = (reference: string) =>
    expect.poll(() => isProcessed(reference), { timeout: 60_000 }).toBe(true)

  test('hang', async () => {
    await fault({ action: 'hang', when: 'after' })
    const body = authorization(100)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    await isProcessedSoon(body.reference)
  })

  test('slow, before: it is processed late', async () => {
    await fault({ action: 'slow', delayMs: 60_000, when: 'before' })
    const body = authorization(100)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    expect(await isProcessed(body.reference)).toBe(false)
    await fault({ action: 'slow', delayMs: 100, when: 'before' })
    const late = authorization(100)
    expect((await authorize(late)).body.responseCode).toBe('00')
    expect(await isProcessed(late.reference)).toBe(true)
  })

  test('slow, after: only its answer is late', async () => {
    await fault({ action: 'slow', delayMs: 60_000, when: 'after' })
    const body = authorization(100)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    await isProcessedSoon(body.reference)
  })
})

test('a fault meets only what it names, as often as it says', async () => {
  const body = authorization(100)
  const referencePrefix = body.reference.split('-')[0]
  await fault({ action: 'http500', operation: 'authorize', referencePrefix, times: 2 })
  expect((await authorize()).status).toBe(200)
  expect(await isProcessed(body.reference)).toBe(false)
  expect((await authorize(body)).status).toBe(500)
  expect((await authorize(body)).status).toBe(500)
  expect((await authorize(body)).status).toBe(200)
})

test('faults can be taken back, and nonsense is refused', async () => {
  await fault({ action: 'http500', times: 100 })
  await sandbox.call('DELETE', '/faults')
  expect((await authorize()).status).toBe(200)
  expect((await fault({ action: 'explode' })).status).toBe(400)
})
