import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { giveToken, saveOperator } from '../../src/postgres/operators.ts'
import type { OperatorRole } from '../../src/postgres/operators.ts'
import { commandLine, privatePort } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { listAudit } from '../support/list-audit.ts'

async function start() {
  const { url, pool } = await freshDatabase()
  const { path } = await freshKeyRing()
  const settings = { DATABASE_URL: url, KEYS_FILE: path }
  const tollgate = commandLine(settings)
  await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
  const tokenOf = async (name: string, role: OperatorRole) => {
    await saveOperator(pool, { name, role }, 'test')
    return giveToken(pool, name, 1)
  }
  return { pool, settings, tollgate, tokenOf }
}

/** Asks the port itself, past the command line. */
async function openPort(settings: { DATABASE_URL: string; KEYS_FILE: string }, token: string) {
  const env = process.env
  const port = await privatePort(settings.DATABASE_URL)
  process.env = { ...env, ...settings, ENVIRONMENT: 'sandbox', TOLLGATE_HOME: '/nowhere' }
  onTestFinished(async () => {
    await port.stop()
    process.env = env
  })
  return async (body: unknown, headers: object = {}) => {
    const answer = await fetch(`${port.url}/commands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
}

test('a command that changes something is carried out by the private port, and by nobody else', async () => {
  const { pool, settings, tollgate } = await start()
  expect(await tollgate('merchants', 'disable', 'shop', '--by', 'anna')).toMatchObject({ code: 0 })
  const [line] = await listAudit(pool, 'shop')
  expect(line).toMatchObject({ operator: 'anna', action: 'merchants.disable' })
  expect(line?.origin).toMatch(/127\.0\.0\.1$/)
  expect(await listAudit(pool, '/commands merchants disable')).toMatchObject([
    { operator: 'anna', action: 'port.post', outcome: '200' },
  ])
  const nobody = commandLine({ ...settings, TOLLGATE_URL: 'http://127.0.0.1:1' })
  expect(await nobody('merchants', 'enable', 'shop')).toMatchObject({
    code: 3,
    problem: expect.stringContaining('does not answer'),
  })
  expect((await tollgate('merchants', 'show', 'shop')).text).toMatch(/status +disabled/)
  expect(await nobody('merchants', 'show', 'shop')).toMatchObject({ code: 0 })
})

test('breaking the glass works beside the database, and says so in the audit', async () => {
  const { pool, settings } = await start()
  const nobody = commandLine({ ...settings, TOLLGATE_URL: 'http://127.0.0.1:1' })
  const broken = await nobody('--break-glass', 'merchants', 'disable', 'shop', '--by', 'anna')
  expect(broken).toMatchObject({ code: 0 })
  expect(await listAudit(pool, 'merchants disable')).toMatchObject([
    { operator: 'anna', action: 'break-glass', origin: hostname() },
  ])
})

test('a token that is wrong, or whose role is not enough, changes nothing', async () => {
  const { pool, settings, tollgate, tokenOf } = await start()
  const as = (token: string) => commandLine({ ...settings, TOLLGATE_TOKEN: token })
  const viewer = await tokenOf('ola', 'viewer')
  expect(await as('tgo_wrong')('merchants', 'disable', 'shop')).toMatchObject({
    ...{ code: 1, problem: 'not a valid token\n' },
  })
  expect(await as(viewer)('merchants', 'disable', 'shop')).toMatchObject({
    ...{ code: 1, problem: 'ola is viewer, this needs administrator\n' },
  })
  expect(await as(viewer)('merchants', 'disable', 'shop', '--by', 'anna')).toMatchObject({
    code: 1,
  })
  expect((await tollgate('merchants', 'show', 'shop')).text).toMatch(/status +active/)
  expect(await listAudit(pool, 'merchants disable')).toContainEqual(
    expect.objectContaining({ operator: 'ola', action: 'command-line', outcome: 'refused' }),
  )
})

test('the port carries out nothing that belongs beside the database, and reads no file of its own', async () => {
  const { settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('anna', 'administrator'))
  for (const args of [
    ['keys', 'rotate', 'vault'],
    ['operators', 'add', 'eve', '--role', 'administrator'],
    ['card-data', 'scan', '/'],
    ['--break-glass', 'keys', 'rotate', 'vault'],
    ['stats'],
  ])
    expect((await ask({ args })).body, args.join(' ')).toMatchObject({
      ...{ exitCode: 1, output: '' },
      problem: expect.stringContaining('is not for the private port'),
    })
  expect((await ask({ args: ['bins', 'load', '/etc/passwd'] })).body).toMatchObject({
    ...{ exitCode: 1, problem: '/etc/passwd was not sent\n' },
  })
  const database = process.env.DATABASE_URL
  await ask({ args: ['--home', '/tmp', 'merchants', 'disable', 'shop'] })
  expect(process.env.DATABASE_URL).toBe(database)
  expect(await ask({ args: 'merchants' })).toMatchObject({ status: 400 })
  expect(await ask({ args: [] }, { authorization: 'Bearer tgo_no' })).toMatchObject({ status: 401 })
})

test('two commands at once are answered each with its own', async () => {
  const { settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('anna', 'administrator'))
  const [one, other] = await Promise.all([
    ask({ args: ['merchants', 'disable', 'shop', '--json'] }),
    ask({ args: ['merchants', 'disable', 'nobody', '--json'] }),
  ])
  expect(JSON.parse(String(one.body['output']))).toMatchObject({ status: 'disabled' })
  expect(other.body).toEqual({ output: '', problem: 'no merchant nobody\n', exitCode: 1 })
})
