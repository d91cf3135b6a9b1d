import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, SHOP } from '../http/support/test-app.ts'
import type { TestApp } from '../http/support/test-app.ts'
import { expectProblem } from '../http/support/problem.ts'
import { commandLine } from '../support/cli.ts'
import { commandPaths } from '../support/command-paths.ts'

const page = readFileSync('docs/security/runbooks.md', 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a runbook names only commands that there are', () => {
  for (const [, line = ''] of page.matchAll(/`tollgate ([a-z][^`]*)`/g))
    expect(
      commandPaths().some((path) => `${line} `.startsWith(`${path} `)),
      line,
    ).toBe(true)
})

/** What stands between `sh` fences of a section, line by line. */
function commandsOf(title: string): string[] {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? ''
  const block = /```sh\n([^`]+)```/.exec(section)?.[1] ?? ''
  return block.trim().split('\n')
}

test('after a leak the commands of the runbook leave nothing that was made with the old secret', async () => {
  const { merchantId } = SHOP
  const leakedAt = new Date(Date.now() - 1_000).toISOString()
  // What a thief does with it first.
  const token = await app.token()
  const scopes = ['read', 'refunds', 'settings']
  const made = await app.call('POST', '/api-keys', { token, body: { name: 'thief', scopes } })
  const hook = { url: 'https://thief.example/hook' }
  const { secret: signing, webhookId } = (
    await app.call('POST', '/webhooks', { token, body: hook })
  ).body
  await app.services.merchants.rotateNotification(merchantId, 'known-to-the-thief')
  const { key, keyId } = made.body
  expect((await app.call('GET', '/account', { token: key })).status).toBe(200)

  const tollgate = commandLine({ DATABASE_URL: app.databaseUrl, KEYS_FILE: app.keysFile })
  const told: string[] = []
  for (const line of commandsOf("A merchant's secret")) {
    const values: Record<string, string> = {
      '<mid>': merchantId,
      '<time>': leakedAt,
      '<case>': 'case-4711',
      '<id>': [...told.join().matchAll(/approve (\w+)/g)].at(-1)?.[1] ?? '',
    }
    const args = line.split(' ').slice(1)
    const isSecond = args[0] === 'approvals'
    const changes = !['access', 'list'].includes(args[1] ?? '')
    const by = changes ? ['--by', isSecond ? 'jan' : 'anna'] : []
    const done = await tollgate(...args.map((one) => values[one] ?? one), ...by)
    expect(done, line).toMatchObject({ code: 0 })
    told.push(done.text)
    if (line.includes('disable'))
      expectProblem(await app.call('GET', '/account', { token: key }), 'unauthorized')
  }

  // Listed before: what was made since the leak, and from where.
  for (const one of [
    keyId,
    'thief',
    webhookId,
    hook.url,
    'key.create',
    'webhook.create',
    '127.0.0.1',
  ])
    expect(told[1]).toContain(one)
  // Told while it is done: what has ended, and what has not.
  for (const one of [keyId, hook.url, 'every earlier token', 'Not ended', 'people of the portal'])
    expect(told[3]).toContain(one)
  // The merchant goes on with its new secret; the thief with nothing.
  expect((await app.call('GET', '/account', { token })).status).toBe(401)
  expect((await app.call('GET', '/account', { token: key })).status).toBe(401)
  const auth = (secret: string) =>
    app.call('POST', '/auth', {
      body: { resource: 'UNIVERSAL', channel: 'WEBAPI', secret, merchant: { merchantId } },
    })
  expect((await auth(SHOP.secret)).status).toBe(401)
  const fresh = /^secret +(\S+)$/m.exec(told[3] ?? '')?.[1] ?? ''
  expect((await auth(fresh)).status).toBe(200)
  expect(await app.services.merchants.notificationSecrets(merchantId)).toHaveLength(1)
  expect(told[3]).not.toContain(signing)
  const { rows } = await app.pool.query({ text: 'select slot from webhook_secret' })
  expect(rows).toEqual([{ slot: 1 }])
})
