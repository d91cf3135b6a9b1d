import { defaultPayloadConverter } from '@temporalio/common'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'
import { codecCors, codecRoutes } from '../../src/operator/codec-routes.ts'
import { listAudit } from '../support/list-audit.ts'
import { giveToken, openSession, saveOperator } from '../../src/postgres/operators.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const UI = 'http://127.0.0.1:8233'
const anna = 'Bearer token-of-anna'

async function start() {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  await saveOperator(pool, { name: 'anna', role: 'viewer' }, 'test')
  await giveToken(pool, 'anna', 1, 'token-of-anna')
  const metrics = createMetrics('api')
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'operator-token',
    operators: { db: pool, uiUrl: `${UI}/namespaces`, secure: false },
    open: [codecCors(`${UI}/namespaces`)],
    routers: [codecRoutes({ db: pool, keyRing })],
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    metrics.registry.clear()
    await server.stop(100)
  })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}/codec${path}`, { method: 'POST', ...init })
  return { pool, keyRing, ask }
}

const inJson = (payload: ReturnType<typeof defaultPayloadConverter.toPayload>) => ({
  metadata: Object.fromEntries(
    Object.entries(payload.metadata ?? {}).map(([name, value]) => [
      name,
      Buffer.from(value).toString('base64'),
    ]),
  ),
  data: Buffer.from(payload.data ?? []).toString('base64'),
})

const headers = { authorization: anna, 'content-type': 'application/json', 'x-namespace': 'pay' }

describe('the codec endpoint', () => {
  test('shows an operator what a workflow was given, and writes down who looked', async () => {
    const { pool, keyRing, ask } = await start()
    const plain = defaultPayloadConverter.toPayload({ amountMinor: 9999 })
    const [encrypted] = await createPayloadCodec(keyRing).encode([plain])
    const body = JSON.stringify({ payloads: [inJson(encrypted!)] })
    const answer = await ask('/decode?preserveStorageRefs=true', { headers, body })
    const { payloads } = (await answer.json()) as { payloads: { data: string }[] }
    expect(JSON.parse(Buffer.from(payloads[0]!.data, 'base64').toString())).toEqual({
      amountMinor: 9999,
    })
    expect(await listAudit(pool)).toMatchObject([
      {
        operator: 'anna',
        action: 'codec.decode',
        subject: 'namespace/pay',
        outcome: 'shown',
        detail: { payloads: 1 },
      },
    ])
  })

  test('encrypts nothing: whoever could ask it to could forge commands', async () => {
    const { ask } = await start()
    const body = JSON.stringify({ payloads: [inJson(defaultPayloadConverter.toPayload('hold'))] })
    expect((await ask('/encode', { headers, body })).status).toBe(404)
  })

  test('answers the UI by the session of the browser', async () => {
    const { pool, ask } = await start()
    const cookie = `tollgate_operator=${await openSession(pool, 'anna')}`
    const from = (origin: string) =>
      ask('/decode', {
        headers: { cookie, origin, 'content-type': 'application/json' },
        body: '{"payloads":[]}',
      })
    const answer = await from(UI)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, UI])
    expect((await from('http://evil.example')).status).toBe(403)
  })

  test('shows nothing to anybody else', async () => {
    const { pool, ask } = await start()
    const { authorization: _, ...unsigned } = headers
    const answer = await ask('/decode', { headers: unsigned, body: '{"payloads":[]}' })
    expect(answer.status).toBe(401)
    expect(await listAudit(pool)).toEqual([])
  })

  test('lets the page of the Temporal UI ask, and no other page', async () => {
    const { ask } = await start()
    const preflight = (origin: string) => ask('/decode', { method: 'OPTIONS', headers: { origin } })
    const ours = await preflight(UI)
    expect(ours.status).toBe(204)
    expect(ours.headers.get('access-control-allow-origin')).toBe(UI)
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
    expect(ours.headers.get('access-control-allow-headers')).toContain('authorization')
    const other = await preflight('http://evil.example')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('refuses what is not a list of payloads', async () => {
    const { ask } = await start()
    expect((await ask('/decode', { headers, body: '{"payloads":"x"}' })).status).toBe(400)
  })

  test('what was written down cannot be changed', async () => {
    const { pool, ask } = await start()
    await ask('/decode', { headers, body: '{"payloads":[]}' })
    await expect(pool.query({ text: 'delete from operator_audit' })).rejects.toThrow('append-only')
    await expect(pool.query({ text: `update operator_audit set operator = 'x'` })).rejects.toThrow(
      'append-only',
    )
  })
})
