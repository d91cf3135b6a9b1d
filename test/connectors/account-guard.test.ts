import { describe, expect, test } from 'vitest'
import { createAccountGuard } from '../../src/connectors/account-guard.ts'
import { AccountError } from '../../src/connectors/definition.ts'
import { createHttp } from '../../src/connectors/http.ts'
import { z } from 'zod'

describe('in production an account leads', () => {
  const guard = createAccountGuard('production', () => Promise.resolve(['10.0.0.7']))

  test.for([
    'http://api.stripe.com',
    'https://127.0.0.1/stripe',
    'https://10.1.2.3',
    'https://[::1]/',
    'https://acquirer.internal',
    'https://metadata.local',
    'https://api.stripe.com:5432',
    'https://user:pass@api.stripe.com',
  ])('nowhere that is %s', (url) => {
    expect(() => guard({ url })).toThrow(AccountError)
    expect(() => guard({ url: 'https://api.stripe.com', reportsUrl: url })).toThrow('reportsUrl')
  })

  test('to a public name by https, and where its connector says', () => {
    for (const settings of [{ url: 'https://api.stripe.com' }, {}, undefined])
      expect(guard(settings).lookup).toBeTypeOf('function')
  })

  test('an attack: a name that leads into our own network is not connected to', async () => {
    const url = 'https://rebound.example'
    const http = createHttp({ url, key: 'k', timeoutMs: 2_000, ...guard({ url }) })
    expect(await http.get('/', z.unknown())).toEqual({ type: 'notSent' })
  })
})

test('a sandbox leads where its simulators are', () => {
  expect(createAccountGuard('sandbox')({ url: 'http://127.0.0.1:8090/stripe' })).toEqual({})
})
