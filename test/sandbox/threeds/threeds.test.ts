import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard, testBins } from '../../../src/sandbox/cards.ts'
import { authorization } from '../acquirer/requests.ts'
import { GIVE_UP_MS, startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { areq } from './requests.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const authenticate = async (scenario: number, changes?: object) =>
  (await sandbox.post('/threeds/authentications', areq(sandbox, scenario, changes))).body

describe('versions', () => {
  test.each(Object.keys(testBins))('2.1.0 to 2.2.0 for %s', async (bin) => {
    const answer = await sandbox.post('/threeds/versions', { acctNumber: makeCard(bin, 100) })
    expect(answer.body).toMatchObject({
      acsStartProtocolVersion: '2.1.0',
      acsEndProtocolVersion: '2.2.0',
      dsStartProtocolVersion: '2.1.0',
      dsEndProtocolVersion: '2.2.0',
    })
    expect(answer.body.threeDSServerTransID).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([makeCard('400000', 107), makeCard('510510', 107), '4999990000000007'])(
    '%s is not enrolled',
    async (acctNumber) => {
      const answer = await sandbox.post('/threeds/versions', { acctNumber })
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_enrolled' } })
    },
  )

  test.each([
    [110, '/acs/method'],
    [111, '/acs/method/silent'],
    [100, undefined],
  ])('the issuer of scenario %i wants to see the browser at %s', async (scenario, path) => {
    const acctNumber = makeCard('400000', scenario)
    const { body } = await sandbox.post('/threeds/versions', { acctNumber })
    expect(body.threeDSMethodURL).toBe(path && `${sandbox.url}${path}`)
  })

  test('scenario 106 still has versions', async () => {
    const acctNumber = makeCard('400000', 106)
    expect((await sandbox.post('/threeds/versions', { acctNumber })).status).toBe(200)
  })
})

describe('authentications', () => {
  test.each([
    [100, 'Y', '05'],
    [101, 'A', '06'],
    [120, 'Y', '05'],
    [128, 'Y', '05'],
    [140, 'Y', '05'],
  ])('scenario %i is %s with a proof', async (scenario, transStatus, eci) => {
    const ares = await authenticate(scenario)
    expect(ares).toMatchObject({ messageType: 'ARes', messageVersion: '2.2.0', transStatus, eci })
    expect(Buffer.from(ares.authenticationValue, 'base64')).toHaveLength(20)
  })

  test.each([
    [103, 'N'],
    [104, 'R'],
    [105, 'U'],
  ])('scenario %i is %s without a proof', async (scenario, transStatus) => {
    const ares = await authenticate(scenario)
    expect(ares.transStatus).toBe(transStatus)
    expect(ares.transStatusReason).toBeTruthy()
    expect(ares.authenticationValue).toBeUndefined()
  })

  test.each([102, 108, 109])('scenario %i is a challenge', async (scenario) => {
    const ares = await authenticate(scenario)
    expect(ares).toMatchObject({ transStatus: 'C', acsURL: `${sandbox.url}/acs/challenge` })
    expect(ares.authenticationValue).toBeUndefined()
  })

  test('scenario 110 is a challenge unless the issuer has seen the browser, and is told so', async () => {
    expect((await authenticate(110)).transStatus).toBe('C')
    expect((await authenticate(110, { threeDSCompInd: 'Y' })).transStatus).toBe('C')
    expect(await authenticate(111, { threeDSCompInd: 'N' })).toMatchObject({ transStatus: 'Y' })
  })

  test('scenario 128 is a challenge where one is mandated', async () => {
    expect((await authenticate(128, { threeDSRequestorChallengeInd: '04' })).transStatus).toBe('C')
  })

  test.each(['510510', '670000'])('the indicators of %s are those of Mastercard', async (bin) => {
    expect((await authenticate(100, { acctNumber: makeCard(bin, 100) })).eci).toBe('02')
    expect((await authenticate(101, { acctNumber: makeCard(bin, 101) })).eci).toBe('01')
  })

  test('scenario 106 is never answered', async () => {
    const call = sandbox.post('/threeds/authentications', areq(sandbox, 106), GIVE_UP_MS)
    await expect(call).rejects.toThrow(/timeout/)
  })

  test('the same transaction again gets the same answer', async () => {
    const request = areq(sandbox, 100)
    const first = await sandbox.post('/threeds/authentications', request)
    expect((await sandbox.post('/threeds/authentications', request)).body).toEqual(first.body)
  })

  test('a version outside the range is refused', async () => {
    const request = areq(sandbox, 100, { messageVersion: '2.3.1' })
    expect((await sandbox.post('/threeds/authentications', request)).status).toBe(400)
  })

  test('a tokenization needs no amount', async () => {
    const changes = {
      messageCategory: '02',
      purchaseAmount: undefined,
      purchaseCurrency: undefined,
    }
    expect((await authenticate(100, changes)).transStatus).toBe('Y')
  })

  test('results are found by asking', async () => {
    const ares = await authenticate(100)
    const results = await sandbox.get(`/threeds/authentications/${ares.threeDSServerTransID}`)
    expect(results.body).toMatchObject({
      messageType: 'RReq',
      transStatus: 'Y',
      authenticationValue: ares.authenticationValue,
    })
    const open = await authenticate(102)
    const waiting = await sandbox.get(`/threeds/authentications/${open.threeDSServerTransID}`)
    expect(waiting.body).toEqual({ transStatus: 'C' })
    expect((await sandbox.get('/threeds/authentications/other')).status).toBe(404)
  })
})

describe('the proof at the acquirer', () => {
  const proofOf = (ares: Record<string, string>) => ({
    eci: ares.eci,
    cavv: ares.authenticationValue,
    dsTransId: ares.dsTransID,
    version: '2.2.0',
    transStatus: ares.transStatus,
  })
  const codeOf = async (body: object) =>
    (await sandbox.post('/acquirer/authorize', body)).body.responseCode

  test('is good for this card and up to this amount', async () => {
    const authentication = proofOf(await authenticate(100))
    expect(await codeOf(authorization(100, { authentication }))).toBe('00')
    expect(await codeOf(authorization(100, { authentication, amountMinor: 5000 }))).toBe('00')
    expect(await codeOf(authorization(100, { authentication, amountMinor: 10_000 }))).toBe('Q1')
    expect(await codeOf(authorization(100, { authentication, currency: 'EUR' }))).toBe('Q1')
    const card = { number: makeCard('411111', 100) }
    expect(await codeOf(authorization(100, { authentication, card }))).toBe('Q1')
  })

  test('is not made up', async () => {
    const real = proofOf(await authenticate(100))
    const cavv = createHmac('sha256', 'guess')
      .update('x')
      .digest()
      .subarray(0, 20)
      .toString('base64')
    for (const forged of [{ cavv }, { cavv: undefined }, { dsTransId: 'other' }]) {
      const authentication = { ...real, ...forged }
      expect(await codeOf(authorization(100, { authentication }))).toBe('Q1')
    }
  })

  test('is not needed where the issuer could not authenticate', async () => {
    const authentication = proofOf(await authenticate(105))
    expect(await codeOf(authorization(105, { authentication }))).toBe('00')
  })

  test('of a frictionless flow is not enough for 128', async () => {
    const authentication = proofOf(await authenticate(128))
    expect(await codeOf(authorization(128, { authentication }))).toBe('1A')
  })
})
