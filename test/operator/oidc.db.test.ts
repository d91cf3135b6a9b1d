import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Router } from 'express'
import { Provider } from 'oidc-provider'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'
import { operatorOf } from '../../src/operator/identify.ts'
import { readOidcSettings } from '../../src/operator/oidc/oidc-settings.ts'
import { approve, requestApproval } from '../../src/postgres/approvals.ts'
import { execute } from '../../src/postgres/db.ts'
import { disableOperator, saveOperator } from '../../src/postgres/operators.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { choosePort } from '../support/choose-port.ts'
import { freshDatabase } from '../support/database.ts'
import { freshFolder } from '../support/key-ring.ts'
import { listAudit } from '../support/list-audit.ts'

interface Person {
  email: string
  groups: string[]
  email_verified?: unknown
}

/** A real OpenID provider, whose people sign in by naming themselves, and a private port before it. */
async function start({ audience }: { audience?: string } = {}) {
  const [providerPort, port] = [await choosePort(), await choosePort()]
  const [issuer, url] = [providerPort, port].map((one) => `http://127.0.0.1:${String(one)}`) as [
    string,
    string,
  ]
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tollgate',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [`${url}/sign-in/oidc/back`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { email: ['email', 'email_verified', 'groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ sub, email_verified: true, ...people.get(sub) }),
    }),
  })
  const server = createServer((request, response) => void provider.callback()(request, response))
  await new Promise<void>((resolve) => server.listen(providerPort, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(providerPort)

  const { pool } = await freshDatabase('tollgate_app')
  const file = join(freshFolder(), 'oidc.json')
  writeFileSync(
    file,
    JSON.stringify({
      issuer,
      clientId: 'tollgate',
      clientSecret: 'a-secret-of-the-client',
      url,
      roleClaim: 'groups',
      roles: { ops: 'operator', money: 'approver' },
      ...(audience !== undefined && { audience }),
    }),
  )
  const router = Router().get('/who', (_, response) => void response.json(operatorOf(response)))
  const metrics = createMetrics('api')
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'figures',
    operators: {
      db: pool,
      uiUrl: undefined,
      secure: false,
      oidc: readOidcSettings(file, { production: false }),
    },
    routers: [router],
  })
  const gateway = await listen(app, { host: '127.0.0.1', port })
  onTestFinished(async () => {
    metrics.registry.clear()
    await gateway.stop(100)
    server.closeAllConnections()
    server.close()
  })
  return { url, issuer, people, pool, file }
}

/** A browser that keeps cookies by host and follows redirects as far as it is told. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jars.get(new URL(url).host) ?? new Map<string, string>()
    jars.set(new URL(url).host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  /** Until the address fits, answering the provider's own pages on the way. */
  const follow = async (start: string, until: RegExp, login: string): Promise<string> => {
    let url = start
    for (let steps = 0; steps < 15; steps += 1) {
      if (until.test(url)) return url
      const answer = await visit(url)
      const location = answer.headers.get('location')
      if (location !== null) url = new URL(location, url).href
      else url = await submit(url, await answer.text(), login)
    }
    throw new Error(`not reached: ${until.source}, at ${url}`)
  }
  const submit = async (url: string, page: string, login: string): Promise<string> => {
    const [, action = url] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
    const [, prompt = 'login'] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    const body = new URLSearchParams({ prompt, login, password: 'any' })
    const answer = await visit(new URL(action, url).href, { method: 'POST', body })
    return new URL(answer.headers.get('location') ?? url, url).href
  }
  return { visit, follow, jars }
}

async function signIn(world: Awaited<ReturnType<typeof start>>, login: string) {
  const browser = createBrowser()
  const back = await browser.follow(`${world.url}/sign-in/oidc?next=/who`, /\/oidc\/back\?/, login)
  return { browser, back, answer: await browser.visit(back) }
}

describe('an operator of an OpenID provider', () => {
  test('signs in there and is here who they are there, with the highest role of their groups', async () => {
    const world = await start()
    expect(await (await fetch(`${world.url}/sign-in`)).text()).toContain('/sign-in/oidc?next=')
    world.people.set('u1', { email: 'Ola@shop.eu', groups: ['ops', 'money', 'constructor'] })
    const { browser, answer } = await signIn(world, 'u1')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/who'])
    const who = await browser.visit(`${world.url}/who`)
    expect(await who.json()).toEqual({ name: 'ola@shop.eu', role: 'approver' })
    expect(await listAudit(world.pool, 'private port, by OIDC')).toMatchObject([
      { operator: 'ola@shop.eu', action: 'sign-in', outcome: 'signed in' },
    ])
    world.people.set('u1', { email: 'ola@shop.eu', groups: ['ops'] })
    const again = await signIn(world, 'u1')
    expect(await (await again.browser.visit(`${world.url}/who`)).json()).toMatchObject({
      role: 'operator',
    })
  })

  test.for<[string, Person]>([
    ['no group that is a role here', { email: 'eve@shop.eu', groups: ['guests'] }],
    ['an address that is not verified', { ...person('eve@shop.eu'), email_verified: false }],
    ['nothing said of its address', { ...person('eve@shop.eu'), email_verified: undefined }],
    ['words for a verified address', { ...person('eve@shop.eu'), email_verified: 'true' }],
    ['a name that cannot be one', { email: 'eve"@shop.eu', groups: ['ops'] }],
  ])('with %s stays outside', async ([, claims]) => {
    const world = await start()
    world.people.set('u1', claims)
    const { browser, answer } = await signIn(world, 'u1')
    expect(answer.status).toBe(401)
    expect((await browser.visit(`${world.url}/who`)).status).toBe(401)
    expect(await listAudit(world.pool, 'private port, by OIDC')).toMatchObject([
      { operator: 'unknown', outcome: 'refused' },
    ])
  })

  test('who is disabled here stays so, and takes no name of an operator of ours', async () => {
    const world = await start()
    world.people.set('u1', person('ola@shop.eu')).set('u2', person('anna@shop.eu'))
    expect((await signIn(world, 'u1')).answer.status).toBe(303)
    await disableOperator(world.pool, 'ola@shop.eu')
    expect((await signIn(world, 'u1')).answer.status).toBe(401)
    await saveOperator(world.pool, { name: 'anna@shop.eu', role: 'administrator' }, 'test')
    expect((await signIn(world, 'u2')).answer.status).toBe(401)
  })
})

describe('who somebody is', () => {
  test('an attack: whoever gets the address of another there is not that other here', async () => {
    const world = await start()
    world.people.set('u1', person('ola@shop.eu'))
    expect((await signIn(world, 'u1')).answer.status).toBe(303)
    world.people.set('u1', person('ola.new@shop.eu')).set('u2', person('ola@shop.eu'))
    expect((await signIn(world, 'u2')).answer.status).toBe(401)
    const { browser } = await signIn(world, 'u1')
    const who = await browser.visit(`${world.url}/who`)
    expect(await who.json()).toMatchObject({ name: 'ola@shop.eu' })
  })

  test('an operator of ours with this identity signs in as themselves, with their role', async () => {
    const world = await start()
    const { issuer } = world
    const anna = { name: 'anna', role: 'administrator' } as const
    await saveOperator(world.pool, anna, 'test', { issuer, subject: 'u1' })
    world.people.set('u1', person('anna@shop.eu'))
    const { browser } = await signIn(world, 'u1')
    expect(await (await browser.visit(`${world.url}/who`)).json()).toEqual(anna)
  })

  test('an attack: one person with a token and a sign-in does not agree with himself', async () => {
    const world = await start()
    const { pool, issuer } = world
    await execute(pool, `insert into merchant (mid, kind, name) values ('s', 'merchant', 'S')`)
    world.people
      .set('u1', { ...person('anna@shop.eu'), groups: ['money'] })
      .set('u2', { ...person('jan@shop.eu'), groups: ['money'] })
    for (const login of ['u1', 'u2']) await signIn(world, login)
    await saveOperator(pool, { name: 'anna', role: 'approver' }, 'test')
    const agrees = async (asked: string, agreed: string) => {
      const id = randomId()
      const command = { name: 'enable', merchantId: 's' } as const
      await requestApproval(pool, { id, merchantId: 's', command, reason: 'r', requestedBy: asked })
      return approve(pool, id, agreed)
    }
    for (const [asked, agreed] of [
      ['anna', 'anna@shop.eu'],
      ['anna@shop.eu', 'anna'],
      ['anna@shop.eu', 'anna@shop.eu'],
    ] as const)
      await expect(agrees(asked, agreed)).rejects.toThrow(/notTwoPeople|another_person/)
    expect(await agrees('anna@shop.eu', 'jan@shop.eu')).toBe(true)
    await saveOperator(pool, { name: 'ola', role: 'approver' }, 'test', { issuer, subject: 'u3' })
    expect(await agrees('anna@shop.eu', 'ola')).toBe(true)
    await expect(agrees('anna', 'ola')).rejects.toThrow('notTwoPeople')
    await expect(
      saveOperator(pool, { name: 'eva', role: 'approver' }, 'test', { issuer, subject: 'u3' }),
    ).rejects.toThrow('operator_by_identity')
  })
})

describe('an answer that is not the one asked for', () => {
  test('another state, another browser, or the same code a second time', async () => {
    const world = await start()
    world.people.set('u1', person('ola@shop.eu'))
    const browser = createBrowser()
    const from = `${world.url}/sign-in/oidc`
    const back = await browser.follow(from, /\/oidc\/back\?/, 'u1')
    const forged = new URL(back)
    forged.searchParams.set('state', 'x')
    const stolen = createBrowser()
    expect((await stolen.visit(back)).status).toBe(401)
    await stolen.visit(from)
    expect((await stolen.visit(back)).status).toBe(401)
    const kept = new Map(browser.jars.get(new URL(world.url).host))
    expect((await browser.visit(forged.href)).status).toBe(401)
    browser.jars.set(new URL(world.url).host, new Map(kept))
    expect((await browser.visit(back)).status).toBe(303)
    browser.jars.set(new URL(world.url).host, kept)
    expect((await browser.visit(back)).status).toBe(401)
  })

  test('a nonce or a verifier of another sign-in', async () => {
    const world = await start()
    world.people.set('u1', person('ola@shop.eu'))
    for (const member of ['nonce', 'verifier']) {
      const browser = createBrowser()
      const back = await browser.follow(`${world.url}/sign-in/oidc`, /\/oidc\/back\?/, 'u1')
      const jar = browser.jars.get(new URL(world.url).host)!
      const attempt = Buffer.from(jar.get('tollgate_sign_in') ?? '', 'base64url').toString()
      const changed = { ...JSON.parse(attempt), [member]: 'x'.repeat(43) }
      jar.set('tollgate_sign_in', Buffer.from(JSON.stringify(changed)).toString('base64url'))
      expect((await browser.visit(back)).status, member).toBe(401)
    }
  })

  test('a token for another audience', async () => {
    const world = await start({ audience: 'another' })
    world.people.set('u1', person('ola@shop.eu'))
    expect((await signIn(world, 'u1')).answer.status).toBe(401)
  })
})

test('production signs nobody in over plain http', async () => {
  const { file } = await start()
  expect(() => readOidcSettings(file, { production: true })).toThrow('must be https')
  expect(readOidcSettings(undefined, { production: true })).toBeUndefined()
})

function person(email: string): Person {
  return { email, groups: ['ops'] }
}
