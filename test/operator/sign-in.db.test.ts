import { Router } from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'
import { operatorOf, requireRole } from '../../src/operator/identify.ts'
import { temporalUiRoute } from '../../src/operator/temporal-ui-route.tsx'
import { listAudit, writtenAfterTheAnswer } from '../support/list-audit.ts'
import { disableOperator, giveToken, saveOperator } from '../../src/postgres/operators.ts'
import { freshDatabase } from '../support/database.ts'

async function start({ trustedProxies = [] as string[], secure = false } = {}) {
  const { pool } = await freshDatabase()
  const router = Router()
  router.get('/who', (_, response) => void response.json(operatorOf(response)))
  router.post('/change', requireRole('operator'), (_, response) => void response.json({ ok: true }))
  router.get('/broken', () => {
    throw new Error('internals')
  })
  const metrics = createMetrics('api')
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'figures',
    trustedProxies,
    operators: { db: pool, uiUrl: 'http://ui.example/', secure },
    routers: [router, temporalUiRoute('http://ui.example/', 'default')],
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    metrics.registry.clear()
    await server.stop(100)
  })
  await saveOperator(pool, { name: 'anna', role: 'operator' }, 'test')
  const token = await giveToken(pool, 'anna', 1)
  const url = `http://127.0.0.1:${server.port}`
  const ask = (path: string, { headers = {}, ...init }: RequestInit = {}) =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
  const signIn = (given: string, headers: Record<string, string> = { origin: url }) =>
    ask('/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: given, next: '/who' }),
      headers,
    })
  const cookieOf = async () =>
    ((await signIn(token)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { pool, token, url, ask, signIn, cookieOf }
}

test('the way to the Temporal UI leads through the sign-in, and back', async () => {
  const world = await start()
  const html = { accept: 'text/html,*/*' }
  const asked = await world.ask('/temporal', { headers: html })
  expect(asked.headers.get('location')).toBe('/sign-in?next=%2Ftemporal')
  const answer = await world.ask('/temporal', {
    headers: { ...html, cookie: await world.cookieOf(), 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('content="0;url=http://ui.example/namespaces/default/workflows?query=')
  expect(text).not.toContain('webhookSweep')
})

const outcomes = async ({ pool }: Pick<Awaited<ReturnType<typeof start>>, 'pool'>) =>
  (await listAudit(pool)).map(({ operator, action, outcome }) => [operator, action, outcome])

describe('a person with a browser', () => {
  test('is led to the sign-in page, and from there back', async () => {
    const world = await start()
    const html = { headers: { accept: 'text/html,*/*' } }
    const asked = await world.ask('/who', html)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fwho'])
    expect(await (await world.ask('/sign-in', html)).text()).toContain('<form method="post"')
    const answer = await world.signIn(world.token)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/who'])
    expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax/)
    expect(answer.headers.get('set-cookie')).not.toContain(world.token)
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
    expect(await (await world.ask('/who', { headers: { cookie } })).json()).toEqual({
      name: 'anna',
      role: 'operator',
    })
    await writtenAfterTheAnswer(() => outcomes(world)).toEqual([['anna', 'sign-in', 'signed in']])
  })

  test('is not led to another site', async () => {
    const { token, ask, url } = await start()
    const hosts = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]
    for (const next of [
      ...hosts,
      '/\t/evil.example',
      '///evil.example',
      '/a\r\nx: y',
      '@evil.example',
    ]) {
      const body = new URLSearchParams({ token, next })
      const answer = await ask('/sign-in', { method: 'POST', body, headers: { origin: url } })
      expect(answer.headers.get('location')).toBe('/')
    }
  })

  test('gets a session that nobody has known before, and what they brought along ends', async () => {
    const { pool, ask, signIn, token, url } = await start()
    await saveOperator(pool, { name: 'mallory', role: 'operator' }, 'test')
    const mallory = await signIn(await giveToken(pool, 'mallory', 1))
    const [planted = ''] = (mallory.headers.get('set-cookie') ?? '').split(';')
    for (const brought of [planted, 'tollgate_operator=chosen-by-mallory']) {
      const answer = await signIn(token, { origin: url, cookie: brought })
      const [fresh = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
      expect(fresh).not.toBe(brought)
      const { name } = (await (await ask('/who', { headers: { cookie: fresh } })).json()) as {
        name: string
      }
      expect(name).toBe('anna')
      expect((await ask('/who', { headers: { cookie: brought } })).status).toBe(401)
    }
  })

  test('over https takes the session from this very host alone', async () => {
    const { signIn, token, ask } = await start({ secure: true })
    const cookie = (await signIn(token)).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^__Host-tollgate_operator=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [session = ''] = cookie.split(';')
    expect((await ask('/who', { headers: { cookie: session } })).status).toBe(200)
    const planted = session.replace('__Host-', '')
    expect((await ask('/who', { headers: { cookie: planted } })).status).toBe(401)
  })

  test('is out after signing out', async () => {
    const { ask, cookieOf, url } = await start()
    const cookie = await cookieOf()
    await ask('/sign-out', { method: 'POST', headers: { cookie, origin: url } })
    expect((await ask('/who', { headers: { cookie } })).status).toBe(401)
  })

  test.for([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['the Temporal UI', { origin: 'http://ui.example' }],
    ['nowhere', {}],
  ] as const)('changes nothing by a form of %s', async ([, headers]) => {
    const world = await start()
    const cookie = await world.cookieOf()
    const post = (more: object) =>
      world.ask('/change', { method: 'POST', headers: { cookie, ...more } })
    expect((await post(headers)).status).toBe(403)
    expect((await post({ origin: world.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    await writtenAfterTheAnswer(() => outcomes(world)).toEqual([
      ['anna', 'port.post', '200'],
      ['anna', 'port.post', 'foreign_page'],
      ['anna', 'sign-in', 'signed in'],
    ])
  })
})

describe('a program', () => {
  test('comes in by its token, until it ends or its owner is disabled', async () => {
    const { pool, token, ask } = await start()
    const who = (given: string) => ask('/who', { headers: { authorization: `Bearer ${given}` } })
    expect((await who(token)).status).toBe(200)
    await pool.query({ text: `update operator_credential set expires_at = now() - interval '1 s'` })
    expect((await who(token)).status).toBe(401)
    const another = await giveToken(pool, 'anna', 1)
    expect((await who(another)).status).toBe(200)
    await disableOperator(pool, 'anna')
    expect((await who(another)).status).toBe(401)
  })

  test('may no more than its role', async () => {
    const { pool, ask } = await start()
    await saveOperator(pool, { name: 'vera', role: 'viewer' }, 'test')
    const authorization = `Bearer ${await giveToken(pool, 'vera', 1)}`
    const post = () => ask('/change', { method: 'POST', headers: { authorization } })
    expect([(await post()).status, await (await post()).json()]).toEqual([
      403,
      { error: 'forbidden', needed: 'operator' },
    ])
  })

  test('that only collects figures gets nothing else', async () => {
    const { ask } = await start()
    const headers = { authorization: 'Bearer figures' }
    expect((await ask('/metrics', { headers })).status).toBe(200)
    expect((await ask('/who', { headers })).status).toBe(401)
  })

  test('sees no internals of a failure', async () => {
    const { token, ask } = await start()
    const answer = await ask('/broken', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('internals')
  })
})

test('who guesses is slowed down and written down; the right token still opens', async () => {
  const world = await start()
  const { token, ask, signIn } = world
  const statuses: number[] = []
  for (let attempt = 0; attempt < 30; attempt += 1)
    statuses.push((await ask('/who', { headers: { authorization: 'Bearer guess' } })).status)
  expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true)
  expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
  expect((await signIn('guess')).status).toBe(429)
  expect((await outcomes(world)).length).toBe(10)
  expect((await signIn(token)).status).toBe(303)
  expect((await ask('/who', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

describe('the audit', () => {
  test('names who stands before a trusted proxy, and believes nobody else', async () => {
    const origins = async (trustedProxies: string[]) => {
      const world = await start({ trustedProxies })
      const authorization = `Bearer ${world.token}`
      const headers = { authorization, 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
      expect((await world.ask('/change', { method: 'POST', headers })).status).toBe(200)
      return async () => (await listAudit(world.pool)).map(({ origin }) => origin)
    }
    await writtenAfterTheAnswer(await origins(['127.0.0.1'])).toEqual(['198.51.100.7'])
    await writtenAfterTheAnswer(await origins([])).toEqual(['127.0.0.1'])
  })
})
