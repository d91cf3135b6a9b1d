import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreeDsVersions } from '../../../src/domain/three-ds-versions.ts'
import { CARD, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

const enrolled = {
  type: 'enrolled',
  threeDSServerTransID: 'server',
  directoryServerId: 'A000000003',
  acsStartProtocol: '2.1.0',
  acsEndProtocol: '2.2.0',
  dsStartProtocol: '2.1.0',
  dsEndProtocol: '2.2.0',
} as const

let versions: ThreeDsVersions = enrolled
const asked: string[] = []

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({
    threeDsVersions: (_, number) => {
      asked.push(number)
      return Promise.resolve(versions)
    },
  })
})
afterAll(() => app.close())

const ask = (sdkStartProtocol: string, sdkEndProtocol: string, instrumentNo = CARD) =>
  app.at('POST', 'binInfo', {
    channel: 'MOBILE',
    sdkStartProtocol,
    sdkEndProtocol,
    instrument: { type: 'CARD', instrumentNo },
  })

describe('200', () => {
  test.for([
    ['2.1.0', '2.2.0', '2.2.0'],
    ['2.1.0', '2.1.0', '2.1.0'],
    ['2.2.0', '2.10.0', '2.2.0'],
    ['2.10.0', '2.11.0', undefined],
  ] as const)('an SDK of %s to %s speaks %s with us', async ([start, end, protocolVersion]) => {
    versions = enrolled
    const { body } = await ask(start, end)
    const { type: _type, threeDSServerTransID: _id, ...ranges } = enrolled
    expect(body).toEqual({
      organization: 'VISA',
      cardType: 'DEBIT',
      issuerCountry: 'PL',
      threeDSSupported: protocolVersion !== undefined,
      ...(protocolVersion !== undefined && { protocolVersion }),
      ...ranges,
    })
  })

  test('a card that is not enrolled has no version', async () => {
    versions = { type: 'notEnrolled' }
    expect((await ask('2.1.0', '2.2.0')).body).toMatchObject({ threeDSSupported: false })
  })

  test('a card that we do not support is not told to anybody', async () => {
    asked.length = 0
    const { body } = await ask('2.1.0', '2.2.0', '4999990000000007')
    expect([body, asked]).toEqual([{ threeDSSupported: false }, []])
  })
})

describe('400', () => {
  test('names each field', async () => {
    const answer = await app.at('POST', 'binInfo', { instrument: { instrumentNo: '1' } })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'sdkStartProtocol',
      'sdkEndProtocol',
      'instrument.instrumentNo',
    ])
  })

  test('a token that cannot be used', async () => {
    const answer = await app.at('POST', 'binInfo', {
      sdkStartProtocol: '2.1.0',
      sdkEndProtocol: '2.2.0',
      instrument: { type: 'COF', instrumentNo: 'gone' },
    })
    expectProblem(answer, 'invalid_request')
  })
})

describe('503', () => {
  test('when the 3-D Secure server cannot be asked', async () => {
    versions = { type: 'unavailable' }
    expectProblem(await ask('2.1.0', '2.2.0'), 'unavailable')
  })
})
