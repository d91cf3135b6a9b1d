import { expect, test } from 'vitest'
import { deviceFacts, isKnownToIssuers } from '../../../src/domain/actor/device.ts'

const browser = { language: 'pl' }
const sdk = { sdkAppID: 'app' }

test('an issuer can be asked once it knows a browser or the SDK of an app', () => {
  expect(isKnownToIssuers({ browser })).toBe(true)
  expect(isKnownToIssuers({ sdk })).toBe(true)
  expect(isKnownToIssuers({ ip: '10.0.0.1', name: 'phone' })).toBe(false)
  expect(isKnownToIssuers(undefined)).toBe(false)
})

test('an app is no browser: what it shows pages with is not told beside its SDK', () => {
  expect(deviceFacts({ browser, sdk, ip: '10.0.0.1' })).toEqual({ sdk, ip: '10.0.0.1' })
  expect(deviceFacts({ browser })).toEqual({ browser })
  expect(deviceFacts()).toEqual({})
})
