import { describe, expect, test } from 'vitest'
import { requireHttps } from '../../src/operator/oidc/oidc-client.ts'

const said = {
  issuer: 'https://login.example',
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  jwks_uri: 'https://login.example/keys',
}

describe('what a provider of sign-ins by https says of itself', () => {
  test('is believed when it is whole and by https', () => {
    expect(() => {
      requireHttps(said)
    }).not.toThrow()
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'is refused when its %s is not by https, or missing',
    (member) => {
      for (const url of ['http://login.example/x', undefined])
        expect(() => {
          requireHttps({ ...said, [member]: url })
        }).toThrow('not https')
    },
  )
})
