import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDirectoryAuthority } from '../threeds/directory-authority.ts'
import type { DirectoryAuthority } from '../threeds/directory-authority.ts'
import { createAppleAuthority } from './apple-authority.ts'
import type { AppleAuthority } from './apple-authority.ts'

/** The keys behind the sandbox's wallets. Only a sandbox gateway trusts them. */
export interface Authorities {
  /** PKCS#8 PEM. */
  google: { rootKey: string }
  apple: AppleAuthority
  /** A private JWK with its kid. */
  c2p: JsonWebKey & { kid: string }
  /** Signs for the ACS what the 3-D Secure SDK of an app believes. */
  directory: DirectoryAuthority
}

/** Reads the keys of an earlier start, so that a gateway's trust in them lasts, or makes them. */
export async function loadAuthorities(directory: string | undefined): Promise<Authorities> {
  const path = directory === undefined ? undefined : join(directory, 'wallet-authorities.json')
  const known =
    path !== undefined && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Authorities>)
      : {}
  if (isWhole(known)) return known
  const authorities = { ...(await createAuthorities()), ...known }
  if (path !== undefined) write(path, authorities)
  return authorities
}

/** An earlier version may have kept fewer. */
const isWhole = (known: Partial<Authorities>): known is Authorities => known.directory !== undefined

/** What the gateway may know: GET /wallets/roots. */
export function publicRoots({ google, apple, c2p }: Authorities) {
  const { kty, crv, x, y, kid } = c2p
  const googleRoot = createPublicKey(createPrivateKey(google.rootKey))
  return {
    google: { ECv2: [googleRoot.export({ format: 'der', type: 'spki' }).toString('base64')] },
    apple: { rootCertificates: [toPem(apple.rootCertificate)] },
    c2p: { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }] },
  }
}

async function createAuthorities(): Promise<Authorities> {
  const google = makeKey().export({ format: 'pem', type: 'pkcs8' }).toString()
  const c2p = { ...makeKey().export({ format: 'jwk' }), kid: `sandbox-${randomUUID()}` }
  return {
    google: { rootKey: google },
    apple: await createAppleAuthority(),
    c2p,
    directory: await createDirectoryAuthority(),
  }
}

const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function write(path: string, authorities: Authorities): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(authorities), { mode: 0o600 })
  renameSync(draft, path)
}
