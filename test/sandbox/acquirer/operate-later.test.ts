import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GIVE_UP_MS, startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { authorization, later, newReference } from './requests.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const operate = (operation: string, body: unknown, timeoutMs?: number) =>
  sandbox.post(`/acquirer/${operation}`, body, timeoutMs)
const codeOf = async (operation: string, body: unknown) =>
  (await operate(operation, body)).body.responseCode as string
const inquire = (reference: string) => sandbox.get(`/acquirer/operations/${reference}`)

async function authorized(kind = 'PREAUTH', amountMinor = 20_000): Promise<string> {
  const body = authorization(100, { kind, amountMinor })
  expect(await codeOf('authorize', body)).toBe('00')
  return body.reference
}

const wasProcessed = async (reference: string) =>
  (await sandbox.log(reference)).filter((row) => row.processed && row.operation !== 'inquire')
    .length

describe('a hold', () => {
  test('is adjusted, captured once in part, and its remainder released', async () => {
    const hold = await authorized()
    expect(await codeOf('adjust', later(hold, 30_000))).toBe('00')
    expect(await codeOf('capture', later(hold, 30_001))).toBe('N8')
    expect(await codeOf('capture', later(hold, 25_000))).toBe('00')
    expect(await codeOf('capture', later(hold, 100))).toBe('12')
    expect(await codeOf('adjust', later(hold, 100))).toBe('12')
    expect(await codeOf('reverse', later(hold, 5_000, { reason: 'REMAINDER' }))).toBe('00')
    expect(await codeOf('refund', later(hold, 25_000))).toBe('00')
    expect(await codeOf('refund', later(hold, 100))).toBe('13')
  })

  test('that was reversed can be nothing else', async () => {
    const hold = await authorized()
    expect(await codeOf('reverse', later(hold, 20_000, { reason: 'EXPIRY' }))).toBe('00')
    expect(await codeOf('reverse', later(hold, 20_000, { reason: 'EXPIRY' }))).toBe('21')
    expect(await codeOf('capture', later(hold, 20_000))).toBe('12')
  })

  test('is captured in parts until the last of them, and no further than it goes', async () => {
    const hold = await authorized()
    expect(await codeOf('capture', later(hold, 5_000, { final: false }))).toBe('00')
    expect(await codeOf('capture', later(hold, 15_001, { final: false }))).toBe('N8')
    expect(await codeOf('refund', later(hold, 5_001))).toBe('13')
    expect(await codeOf('capture', later(hold, 5_000))).toBe('00')
    expect(await codeOf('capture', later(hold, 1_000, { final: false }))).toBe('12')
    expect(await codeOf('refund', later(hold, 10_000))).toBe('00')
  })

  test('is not refundable before its capture', async () => {
    expect(await codeOf('refund', later(await authorized(), 100))).toBe('13')
  })

  test('an undone capture may be followed by another', async () => {
    const hold = await authorized()
    const capture = later(hold, 15_000)
    expect(await codeOf('capture', capture)).toBe('00')
    const undo = later(capture.reference, 15_000, { reason: 'TIMEOUT' })
    expect(await codeOf('reverse', undo)).toBe('00')
    expect(await codeOf('capture', later(hold, 20_000))).toBe('00')
  })

  test('an undone adjustment leaves the total that was before', async () => {
    const hold = await authorized()
    const adjustment = later(hold, 30_000)
    await operate('adjust', adjustment)
    await operate('reverse', later(adjustment.reference, 30_000, { reason: 'TIMEOUT' }))
    expect(await codeOf('capture', later(hold, 20_001))).toBe('N8')
  })
})

describe('a sale', () => {
  test('is refunded in parts, never beyond its amount', async () => {
    const sale = await authorized('SALE')
    expect(await codeOf('refund', later(sale, 15_000))).toBe('00')
    expect(await codeOf('refund', later(sale, 5_001))).toBe('13')
    expect(await codeOf('refund', later(sale, 5_000))).toBe('00')
  })

  test('that nobody knows cannot be refunded or captured', async () => {
    expect(await codeOf('refund', later(newReference(), 100))).toBe('25')
    expect(await codeOf('capture', later(newReference(), 100))).toBe('25')
  })
})

describe('the last two digits of the amount', () => {
  const commands = [
    ['capture', 'PREAUTH', {}],
    ['adjust', 'PREAUTH', {}],
    ['refund', 'SALE', {}],
    ['reverse', 'SALE', { reason: 'CANCEL' }],
  ] as const

  test.each(commands)('.41 refuses a commanded %s', async (operation, kind, extra) => {
    const body = later(await authorized(kind), 10_041, extra)
    expect(await codeOf(operation, body)).toBe('05')
    expect(await codeOf(operation, body)).toBe('05')
    expect(await wasProcessed(body.reference)).toBe(0)
  })

  test.each(commands)(
    '.42 does a commanded %s and loses the answer',
    async (operation, kind, extra) => {
      const body = later(await authorized(kind), 10_042, extra)
      await expect(operate(operation, body)).rejects.toThrow()
      expect((await inquire(body.reference)).body).toMatchObject({ responseCode: '00', operation })
      expect(await codeOf(operation, body)).toBe('00')
      expect(await wasProcessed(body.reference)).toBe(1)
    },
  )

  test.each(commands.slice(0, 3))('.43 never does a %s nor answers it', async (operation, kind) => {
    const body = later(await authorized(kind), 10_043)
    await expect(operate(operation, body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    await expect(operate(operation, body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    expect((await inquire(body.reference)).status).toBe(404)
    const undo = later(body.reference, 10_043, { reason: 'TIMEOUT' })
    expect(await codeOf('reverse', undo)).toBe('25')
    expect(await codeOf(operation, body)).toBe('12')
    expect(await wasProcessed(body.reference)).toBe(0)
  })

  test('.43 does a cancel when it is repeated', async () => {
    const body = later(await authorized('SALE', 10_043), 10_043, { reason: 'CANCEL' })
    await expect(operate('reverse', body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    expect((await inquire(body.reference)).status).toBe(404)
    expect(await codeOf('reverse', body)).toBe('00')
  })

  test.each(['TIMEOUT', 'EXPIRY', 'REMAINDER', 'PARTIAL', 'ORDER_PAID'])(
    'does not matter to a reversal for %s',
    async (reason) => {
      for (const amountMinor of [10_041, 10_042, 10_043]) {
        const body = later(await authorized('PREAUTH', amountMinor), amountMinor, { reason })
        expect(await codeOf('reverse', body)).toBe('00')
      }
    },
  )

  test.each([10_041, 10_042, 10_043])('does not matter to an authorisation of %i', async (each) => {
    await authorized('SALE', each)
  })
})
