import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { decrypt, encrypt } from '../../src/vault/cipher.ts'

/** Speaks the part of HashiCorp Vault's transit protocol that is used here. */
export async function transitEngine(
  before: (request: IncomingMessage, response: ServerResponse) => void = () => undefined,
  always?: object,
) {
  let latestVersion = 1
  const keyOf = (version: string) => createHash('sha256').update(version).digest()
  const answer = (path: string, body: Record<string, string>) => {
    const aad = Buffer.from(body.associated_data ?? '', 'base64')
    if (always) return always
    if (path === '/v1/transit/keys/cards') return { latest_version: latestVersion }
    if (path === '/v1/transit/encrypt/cards') {
      const version = `v${String(latestVersion)}`
      const sealed = encrypt(keyOf(version), Buffer.from(body.plaintext ?? '', 'base64'), aad)
      return { ciphertext: `vault:${version}:${sealed.toString('base64')}` }
    }
    if (path !== '/v1/transit/decrypt/cards') throw new Error('no such path')
    const [, version = '', sealed = ''] = (body.ciphertext ?? '').split(':')
    const plaintext = decrypt(keyOf(version), Buffer.from(sealed, 'base64'), aad)
    return { plaintext: plaintext.toString('base64') }
  }
  const server = createServer((request, response) => {
    before(request, response)
    if (response.writableEnded) return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString() || '{}'
      if (request.headers['x-vault-token'] !== 'token') return response.writeHead(403).end(text)
      try {
        const data = answer(request.url ?? '', JSON.parse(text) as Record<string, string>)
        return response.end(JSON.stringify({ data }))
      } catch {
        return response.writeHead(400).end(text)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    options: {
      address: `http://127.0.0.1:${String(port)}`,
      token: () => 'token',
      keyName: 'cards',
    },
    rotate: () => (latestVersion += 1),
  }
}
