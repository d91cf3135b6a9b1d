import { expect, test } from 'vitest'
import { createThreeDsMethodLookup } from '../../../src/http/lookups/three-ds-method-lookup.ts'
import type { ThreeDsVersions } from '../../../src/domain/three-ds-versions.ts'

const enrolled = (threeDSServerTransID: string, url?: string): ThreeDsVersions => ({
  type: 'enrolled',
  threeDSServerTransID,
  directoryServerId: 'ds',
  acsStartProtocol: '2.1.0',
  acsEndProtocol: '2.2.0',
  dsStartProtocol: '2.1.0',
  dsEndProtocol: '2.2.0',
  ...(url !== undefined && { threeDSMethodURL: url }),
})

const lookUp = (known: ThreeDsVersions, fresh: ThreeDsVersions) =>
  createThreeDsMethodLookup(
    () => Promise.resolve(known),
    () => Promise.resolve(fresh),
  )({ merchantId: 'M1' }, '4000000000001109')

test('each browser is seen under a transaction of its own', async () => {
  const known = enrolled('of another payment', 'https://acs/method')
  const fresh = enrolled('of this payment', 'https://acs/method')
  expect(await lookUp(known, fresh)).toEqual({
    serverTransId: 'of this payment',
    url: 'https://acs/method',
  })
})

test('an issuer without a method, or a server that is silent, costs nothing', async () => {
  const unasked = () => Promise.reject(new Error('nobody has to be asked'))
  const without = createThreeDsMethodLookup(() => Promise.resolve(enrolled('any')), unasked)
  expect(await without({ merchantId: 'M1' }, '4000000000001000')).toBeUndefined()
  const known = enrolled('any', 'https://acs/method')
  expect(await lookUp(known, { type: 'unavailable' })).toBeUndefined()
})
