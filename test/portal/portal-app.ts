import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as inFolder } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPortal } from '../../src/portal/create-portal.ts'
import { listen } from '../../src/http/listen.ts'
import type { Services } from '../../src/http/services.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { listenToHints } from '../../src/postgres/changes.ts'
import { hashPassword } from '../../src/portal/auth/passwords.ts'
import { newRecoveryCodes } from '../../src/portal/auth/recovery-codes.ts'
import { newTotpSecret } from '../../src/portal/auth/totp.ts'
import { portalRoutes } from '../../src/portal/routes.ts'
import type { PortalRole } from '../../src/domain/portal-role.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { portalOver } from '../../src/start-portal.ts'
import { createPortalKeys, loadPortalKeys } from '../../src/vault/portal-keys.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { openPool } from '../support/open-pool.ts'

export type PortalApp = Awaited<ReturnType<typeof startPortalApp>>

export const PASSWORD = 'a sentence that nobody knows'

let hashed: Promise<string> | undefined

interface TestServer {
  url: string
  databaseUrl: string
  services: Services
  pool: DbPool
  close: () => Promise<void>
}

/** An app with its portal for all tests of a file. */
export function usePortal<App extends TestServer>(start: () => Promise<App>) {
  const world = {} as { app: App; portal: PortalApp }
  beforeAll(async () => {
    world.app = await start()
    world.portal = await startPortalApp(world.app)
  })
  afterAll(async () => {
    await world.portal.close()
    await world.app.close()
  })
  return world
}

/** The real portal, by its own role and keys, beside the API of a test. Call in `beforeAll`. */
export async function startPortalApp(
  { url: apiUrl, databaseUrl, services }: Omit<TestServer, 'close' | 'pool'>,
  { url = 'http://127.0.0.1' }: { url?: string } = {},
) {
  const folder = mkdtempSync(inFolder(tmpdir(), 'tollgate-portal-'))
  const keysFile = inFolder(folder, 'keys.json')
  await createPortalKeys(keysFile)
  const keys = loadPortalKeys(keysFile)
  const db = openPool(databaseUrl.replace('//tollgate:', '//tollgate_portal:'))
  const { config, log } = services
  const metrics = createMetrics('portal')
  const parts = portalOver({ config, log, metrics, keys, db, url, apiUrl })
  const hints = listenToHints(databaseUrl, parts.live.heard, () => undefined)
  const server = await listen(createPortal(parts, portalRoutes), { host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${String(server.port)}`

  /** Somebody who has taken an invitation. */
  async function join(merchantId: string, name: string, role: PortalRole) {
    const act = { merchantId, actor: 'test', origin: 'test' }
    const personId = randomId()
    const token = (await parts.people.invite({ personId, name, role }, act))!
    const secret = newTotpSecret()
    const recoveryCodes = newRecoveryCodes()
    hashed ??= hashPassword(PASSWORD)
    await parts.people.join(token, {
      password: await hashed,
      secret,
      step: 0,
      recoveryCodes,
      origin: 'test',
    })
    return { personId, name, secret, recoveryCodes }
  }

  /** A browser with a session of that person, or without any. */
  async function browserOf(personId?: string) {
    const sessionId = randomId()
    const token =
      personId && (await parts.sessions.open({ sessionId, personId, origin: 'test', browser: '' }))
    const csrf = parts.csrfOf(sessionId)
    return browse(origin, token && `tollgate_portal=${token}`, personId && csrf)
  }

  /** Somebody new of that role, with a browser. */
  const enter = async (merchantId: string, name: string, role: PortalRole) => {
    const { personId } = await join(merchantId, name, role)
    return { personId, browser: await browserOf(personId) }
  }

  const close = async () => {
    await hints.close()
    parts.live.close()
    await server.stop(1_000)
    metrics.registry.clear()
    await db.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, parts, keysFile, keys, join, browserOf, enter, close }
}

export type TestBrowser = ReturnType<typeof browse>

/** As a browser without scripts: cookies, forms, and no redirect by itself. */
export function browse(origin: string, cookie?: string, csrf?: string) {
  const cookies = new Map(cookie ? [cookie.split('=') as [string, string]] : [])
  async function send(method: string, path: string, init: RequestInit = {}) {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      ...init,
      headers: { ...(sent && { cookie: sent }), 'accept-language': 'en', ...init.headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const text = await response.text()
    const { status, headers } = response
    return { status, headers, text, location: headers.get('location') }
  }
  return {
    csrf,
    cookies,
    /** A form with a file. */
    upload: (path: string, name: string, file: Buffer, fields: Record<string, string> = {}) => {
      const body = new FormData()
      for (const [field, value] of Object.entries({ csrf: csrf ?? '', ...fields }))
        body.set(field, value)
      body.set(name, new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
      return send('POST', path, { headers: { origin }, body })
    },
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    post: (
      path: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) =>
      send('POST', path, {
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ ...(csrf && { csrf }), ...fields }).toString(),
      }),
  }
}
