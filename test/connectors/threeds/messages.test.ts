import { describe, expect, test } from 'vitest'
import { countryNumeric } from '../../../src/domain/texts/country.ts'
import { parseResult, resultAcknowledged } from '../../../src/connectors/threeds/index.ts'

describe('a results message', () => {
  const rreq = {
    messageType: 'RReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: 'server-1',
    acsTransID: 'acs-1',
    dsTransID: 'ds-1',
    messageCategory: '01',
    transStatus: 'Y',
    eci: '05',
    authenticationValue: 'AAABBBCCC=',
    interactionCounter: '01',
  }

  test('with a proof authenticates the payer', () => {
    expect(parseResult(rreq)).toEqual({
      threeDSServerTransID: 'server-1',
      acsTransID: 'acs-1',
      dsTransID: 'ds-1',
      messageVersion: '2.2.0',
      outcome: {
        type: 'authenticated',
        eci: '05',
        cavv: 'AAABBBCCC=',
        dsTransId: 'ds-1',
        version: '2.2.0',
      },
    })
  })

  test('of a payer who gave up says so', () => {
    const { eci, authenticationValue, ...rest } = rreq
    expect(eci + authenticationValue).not.toBe('')
    const result = parseResult({ ...rest, transStatus: 'N', challengeCancel: '01' })
    expect(result).toMatchObject({
      challengeCancel: '01',
      outcome: { type: 'failed', transStatus: 'N' },
    })
  })

  test.each([
    ['no object', 'RReq'],
    ['another message', { ...rreq, messageType: 'CRes' }],
    ['a running challenge', { ...rreq, transStatus: 'C' }],
    ['no transaction', { ...rreq, threeDSServerTransID: undefined }],
    ['a number for the status', { ...rreq, transStatus: 1 }],
  ])('that is %s is not read', (_name, message) => {
    expect(parseResult(message)).toBeUndefined()
  })

  test('is acknowledged with its own ids', () => {
    const result = parseResult(rreq)
    expect(result && resultAcknowledged(result)).toEqual({
      messageType: 'RRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: 'server-1',
      acsTransID: 'acs-1',
      dsTransID: 'ds-1',
      resultsStatus: '01',
    })
  })
})

test.each([
  ['PL', '616'],
  ['pol', '616'],
  ['616', '616'],
  ['AF', '004'],
  ['XX', undefined],
])('the country %s has the numeric code %s', (country, numeric) => {
  expect(countryNumeric(country)).toBe(numeric)
})
