import { describe, expect, test } from 'vitest'
import { readDescription } from '../../src/operator/oidc/oidc-client.ts'

const said = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/keys`,
})

describe('what a provider of sign-ins says of itself', () => {
  const issuer = 'https://login.example'

  test('is believed when it is whole and by https', () => {
    expect(readDescription(issuer, said(issuer))).toEqual(said(issuer))
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'is refused when its %s is not by https',
    (member) => {
      const open = { ...said(issuer), [member]: 'http://login.example/x' }
      expect(() => readDescription(issuer, open)).toThrow('not https')
    },
  )

  test('is refused when it speaks for another', () => {
    expect(() => readDescription(issuer, said('https://other.example'))).toThrow('calls itself')
  })

  test('may be by http only where the issuer is, as in the sandbox', () => {
    const local = 'http://127.0.0.1:9999'
    expect(readDescription(local, said(local))).toEqual(said(local))
  })
})
