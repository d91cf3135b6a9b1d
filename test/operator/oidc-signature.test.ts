import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createOidcClient } from '../../src/operator/oidc/oidc-client.ts'

/** A provider that publishes one key and signs with whichever it is given. */
async function startProvider(sign: (claims: SignJWT) => Promise<string>, published: CryptoKey) {
  let nonce = ''
  const server = createServer((request, response) => {
    const issuer = `http://${String(request.headers.host)}`
    const claims = { nonce, email: 'ola@shop.eu', email_verified: true, groups: 'ops' }
    const token = new SignJWT(claims).setIssuer(issuer).setAudience('tollgate').setSubject('u1')
    const answers: Record<string, () => Promise<object>> = {
      '/.well-known/openid-configuration': () =>
        Promise.resolve({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        }),
      '/keys': async () => ({ keys: [{ ...(await exportJWK(published)), alg: 'RS256' }] }),
      '/token': async () => ({
        access_token: 'a',
        token_type: 'bearer',
        id_token: await sign(token.setIssuedAt().setExpirationTime('1m')),
      }),
    }
    void answers[request.url ?? '']?.().then((answer) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const client = createOidcClient({
    issuer,
    clientId: 'tollgate',
    url: 'http://127.0.0.1:1',
    scope: 'openid email',
    nameClaim: 'email',
    roleClaim: 'groups',
    roles: { ops: 'operator' },
  })
  return async () => {
    const { attempt } = await client.leave('/')
    nonce = attempt.nonce
    return client.comeBack(`/sign-in/oidc/back?code=c&state=${attempt.state}`, attempt)
  }
}

const signedBy = (key: CryptoKey) => (claims: SignJWT) =>
  claims.setProtectedHeader({ alg: 'RS256' }).sign(key)

test('who a token names counts only when the provider has signed it', async () => {
  const [own, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const genuine = await startProvider(signedBy(own.privateKey), own.publicKey)
  expect(await genuine()).toMatchObject({ name: 'ola@shop.eu', role: 'operator', subject: 'u1' })
  const forged = await startProvider(signedBy(strange.privateKey), own.publicKey)
  await expect(forged()).rejects.toThrow()
  const bySecret = await startProvider(
    (claims) => claims.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('tollgate'.repeat(8))),
    own.publicKey,
  )
  await expect(bySecret()).rejects.toThrow()
})
