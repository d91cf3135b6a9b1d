import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard, testBins } from '../../../src/sandbox/cards.ts'
import { GIVE_UP_MS, startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { authorization, later } from './requests.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const authorize = (body: unknown, timeoutMs?: number) =>
  sandbox.post('/acquirer/authorize', body, timeoutMs)
const inquire = (reference: string) => sandbox.get(`/acquirer/operations/${reference}`)
const charges = async (reference: string) =>
  (await sandbox.log(reference)).filter((row) => row.operation === 'authorize' && row.processed)

describe('scenarios', () => {
  test.each([
    [100, '00'],
    [101, '00'],
    [102, '00'],
    [105, '00'],
    [107, '00'],
    [120, '05'],
    [121, '51'],
    [122, '54'],
    [123, 'N7'],
    [124, '43'],
    [128, '1A'],
    [999, '00'],
  ])('scenario %i is answered with %s', async (scenario, responseCode) => {
    const body = authorization(scenario)
    const { status, body: decision } = await authorize(body)
    expect([status, decision.responseCode]).toEqual([200, responseCode])
    expect(await charges(body.reference)).toHaveLength(responseCode === '00' ? 1 : 0)
  })

  test('an approval carries what the gateway needs later', async () => {
    const { body } = await authorize(authorization(100))
    expect(body).toMatchObject({ responseCode: '00', approvedAmountMinor: 9999 })
    expect(body.authCode).toMatch(/^\d{6}$/)
    expect(body.acquirerRef).toBeTruthy()
    expect(body.networkTransactionId).toBeTruthy()
  })

  test.each(Object.keys(testBins))(
    'the digits before the check digit count for %s',
    async (bin) => {
      const number = makeCard(bin, 121)
      expect(number).toHaveLength(bin === '378282' ? 15 : 16)
      expect((await authorize(authorization(0, { card: { number } }))).body.responseCode).toBe('51')
    },
  )

  test.each(['4111111111111111', '378282246310005', '5555555555554444'])(
    'the well-known test card %s is approved',
    async (number) => {
      expect((await authorize(authorization(0, { card: { number } }))).body.responseCode).toBe('00')
    },
  )

  test.each(['510510', '555555', '222100', '378282', '670000'])(
    'a soft decline of %s is 65',
    async (bin) => {
      const card = { number: makeCard(bin, 128) }
      expect((await authorize(authorization(0, { card }))).body.responseCode).toBe('65')
    },
  )

  test('a real card and an expired one are refused', async () => {
    const real = { number: '4999990000000007' }
    expect((await authorize(authorization(0, { card: real }))).body.responseCode).toBe('14')
    const expired = { expDate: '202001' }
    expect((await authorize(authorization(100, { card: expired }))).body.responseCode).toBe('54')
  })

  test('127 approves a part', async () => {
    const { body } = await authorize(authorization(127))
    expect(body).toMatchObject({ responseCode: '10', approvedAmountMinor: 4999 })
  })
})

describe('answers that suffer on their way', () => {
  test('140 approves and cuts the connection', async () => {
    const body = authorization(140)
    await expect(authorize(body)).rejects.toThrow()
    expect((await inquire(body.reference)).body).toMatchObject({
      responseCode: '00',
      operation: 'authorize',
    })
    expect((await sandbox.log(body.reference))[0]?.answeredAt).toBeNull()
  })

  test('141 processes nothing and never answers; once reversed it is refused for ever', async () => {
    const body = authorization(141)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    expect(await inquire(body.reference)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
    const reversal = later(body.reference, 9999, { reason: 'TIMEOUT' })
    expect((await sandbox.post('/acquirer/reverse', reversal)).body.responseCode).toBe('25')
    expect((await authorize(body)).body.responseCode).toBe('12')
    const rows = await sandbox.log(body.reference)
    expect(rows.map((row) => row.processed)).toEqual([false, false, false])
    expect((await sandbox.log(reversal.reference))[0]).toMatchObject({
      operation: 'reverse',
      processed: true,
    })
  })

  test('142 fails twice and then approves the same reference', async () => {
    const body = authorization(142)
    expect((await authorize(body)).status).toBe(500)
    expect((await inquire(body.reference)).status).toBe(404)
    expect((await authorize(body)).status).toBe(500)
    expect((await authorize(body)).body.responseCode).toBe('00')
    expect(await charges(body.reference)).toHaveLength(1)
  })

  test('143 approves, and answers late', async () => {
    const body = authorization(143)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    expect((await inquire(body.reference)).body.responseCode).toBe('00')
    expect((await authorize(authorization(143))).body.responseCode).toBe('00')
  })

  test('144 approves and says 94, however often it is asked', async () => {
    const body = authorization(144)
    expect((await authorize(body)).body).toEqual({ reference: body.reference, responseCode: '94' })
    expect((await authorize(body)).body.responseCode).toBe('94')
    expect((await inquire(body.reference)).body.responseCode).toBe('00')
    expect(await charges(body.reference)).toHaveLength(1)
  })

  test('145 approves and answers half of it', async () => {
    const body = authorization(145)
    const answer = await authorize(body)
    expect([answer.status, answer.body]).toEqual([200, undefined])
    expect((await inquire(body.reference)).body.responseCode).toBe('00')
  })

  test('147 is 141, and the reversal fails three times', async () => {
    const body = authorization(147)
    await expect(authorize(body, GIVE_UP_MS)).rejects.toThrow(/timeout/)
    const reversal = later(body.reference, 9999, { reason: 'TIMEOUT' })
    const statuses = []
    for (let round = 0; round < 4; round += 1)
      statuses.push((await sandbox.post('/acquirer/reverse', reversal)).status)
    expect(statuses).toEqual([500, 500, 500, 200])
    expect((await authorize(body)).body.responseCode).toBe('12')
  })
})

describe('references', () => {
  test('a known reference gets its first answer again and no second effect', async () => {
    const body = authorization(100)
    const first = await authorize(body)
    expect((await authorize(body)).body).toEqual(first.body)
    expect(await charges(body.reference)).toHaveLength(1)
  })

  test('without the key nothing is answered', async () => {
    const answer = await fetch(`${sandbox.url}/acquirer/authorize`, { method: 'POST' })
    expect(answer.status).toBe(401)
  })

  test('a request without its fields is refused by name', async () => {
    const answer = await authorize({ reference: 'x' })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'invalid_request' })
  })
})

describe('merchant-initiated payments', () => {
  const subsequent = { initiator: 'MERCHANT', recurring: 'SUBSEQUENT' }

  test('need the id of a first payment that this acquirer approved', async () => {
    const first = await authorize(authorization(100, { recurring: 'INITIAL' }))
    const { networkTransactionId } = first.body
    const known = authorization(100, { ...subsequent, networkTransactionId })
    expect((await authorize(known)).body.responseCode).toBe('00')
    const unknown = authorization(100, { ...subsequent, networkTransactionId: 'NTI-OTHER' })
    expect((await authorize(unknown)).body.responseCode).toBe('05')
    expect((await authorize(authorization(100, subsequent))).body.responseCode).toBe('05')
  })

  test('need no challenge', async () => {
    const first = await authorize(authorization(100))
    const { networkTransactionId } = first.body
    const body = authorization(128, { ...subsequent, networkTransactionId })
    expect((await authorize(body)).body.responseCode).toBe('00')
  })
})

describe('wallet tokens', () => {
  test('need a cryptogram', async () => {
    const wallet = (extra: object) =>
      authorization(100, { card: { isNetworkToken: true, ...extra } })
    expect((await authorize(wallet({ cryptogram: 'abc=' }))).body.responseCode).toBe('00')
    expect((await authorize(wallet({}))).body.responseCode).toBe('05')
  })
})
