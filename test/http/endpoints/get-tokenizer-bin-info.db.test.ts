import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp({ threeDsVersions: () => Promise.resolve({ type: 'notEnrolled' }) })
})
afterAll(() => app.close())

const sdk = { sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' }
const binInfo = (instrument: object) => app.at('POST', 'binInfo', { ...sdk, instrument })

describe('200', () => {
  test('tells of a card, and of a stored one by its number', async () => {
    const known = { organization: 'VISA', cardType: 'DEBIT', issuerCountry: 'PL' }
    const expected = { ...known, threeDSSupported: false }
    expect((await binInfo({ instrumentNo: '4000000000001000' })).body).toEqual(expected)
    const { instrumentNo } = (await app.stored()).token
    expect((await binInfo({ type: 'COF', instrumentNo })).body).toEqual(expected)
  })
})

test("200: a network's token is known by its reference, to its own merchant and under its type", async () => {
  const { instrumentRef } = (await app.stored({ kind: 'NETWORK' })).token
  const { body } = await binInfo({ type: 'VTS', instrumentRef })
  expect(body).toMatchObject({ organization: 'VISA', issuerCountry: 'PL' })
  for (const instrument of [{ type: 'SCOF', instrumentRef }, { type: 'VTS' }, { type: 'GPAY' }])
    expectProblem(await binInfo(instrument), 'invalid_request')
})

describe('400', () => {
  test('for a token that cannot be used', async () => {
    expectProblem(await binInfo({ type: 'COF', instrumentNo: 'unknown' }), 'invalid_request')
  })
})
