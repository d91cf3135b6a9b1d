import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { commandsDocument } from '../../src/desk/commands-document.ts'
import { giveToken, saveOperator } from '../../src/postgres/operators.ts'
import type { OperatorRole } from '../../src/postgres/operators.ts'
import { commandLine, privatePort } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { listAudit, writtenAfterTheAnswer } from '../support/list-audit.ts'

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
  return async (name: string, body: unknown, headers: object = {}) => {
    const answer = await fetch(`${port.url}/commands/${name.replaceAll(' ', '/')}`, {
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
  await writtenAfterTheAnswer(() => listAudit(pool, '/commands/merchants/disable')).toMatchObject([
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
    code: 1,
    problem: 'not a valid token\n',
  })
  expect(await as(viewer)('merchants', 'disable', 'shop')).toMatchObject({
    code: 1,
    problem: 'ola is viewer, this needs administrator\n',
  })
  expect(await as(viewer)('merchants', 'disable', 'shop', '--by', 'anna')).toMatchObject({
    code: 1,
  })
  expect((await tollgate('merchants', 'show', 'shop')).text).toMatch(/status +active/)
  expect(await listAudit(pool, 'merchants disable')).toContainEqual(
    expect.objectContaining({ operator: 'ola', action: 'command-line', outcome: 'refused' }),
  )
})

test('the port carries out nothing that belongs beside the database, and nothing that only looks', async () => {
  const { settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('anna', 'administrator'))
  for (const [name, input] of [
    ['keys rotate', { purpose: 'vault' }],
    ['operators add', { name: 'eve', role: 'administrator' }],
    ['card-data scan', { paths: ['/'] }],
    ['stats', {}],
    ['constructor', {}],
  ] as const)
    expect(await ask(name, input), name).toEqual({ status: 404, body: { error: 'not_found' } })
})

test('what is not as the schema says is refused before anything happens', async () => {
  const { pool, settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('anna', 'administrator'))
  for (const [name, input] of [
    ['bins load', { file: '/etc/passwd' }],
    ['merchants disable', {}],
    ['merchants disable', { merchantId: 'shop', by: 'jan' }],
    ['merchants disable', ['shop']],
    ['payment advance', { paymentId: 'x', seconds: 0.5 }],
  ] as const)
    expect(await ask(name, input), name).toMatchObject({ status: 400, body: { exitCode: 2 } })
  expect(await ask('merchants disable?by=jan', { merchantId: 'shop' })).toMatchObject({
    status: 403,
    body: { problem: "the token is anna's, not jan's" },
  })
  const wrong = { authorization: 'Bearer tgo_no' }
  expect(await ask('merchants disable', {}, wrong)).toMatchObject({ status: 401 })
  expect(await listAudit(pool, 'shop')).toMatchObject([{ action: 'merchants.create' }])
})

test('two commands at once are answered each with its own', async () => {
  const { settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('anna', 'administrator'))
  const [one, other] = await Promise.all([
    ask('merchants disable', { merchantId: 'shop' }),
    ask('merchants disable', { merchantId: 'nobody' }),
  ])
  expect(one).toMatchObject({ status: 200, body: { value: { status: 'disabled' } } })
  expect(other).toEqual({ status: 409, body: { problem: 'no merchant nobody', exitCode: 1 } })
})

test('a role that is not enough is refused, and written down', async () => {
  const { pool, settings, tokenOf } = await start()
  const ask = await openPort(settings, await tokenOf('ola', 'viewer'))
  expect(await ask('merchants disable', { merchantId: 'shop' })).toEqual({
    status: 403,
    body: { problem: 'ola is viewer, this needs administrator', exitCode: 1 },
  })
  expect(await listAudit(pool, 'merchants disable')).toMatchObject([{ outcome: 'refused' }])
})

test('the document of the commands is served beside them', async () => {
  const { settings, tokenOf } = await start()
  const port = await privatePort(settings.DATABASE_URL)
  onTestFinished(() => port.stop())
  const authorization = `Bearer ${await tokenOf('ola', 'viewer')}`
  const read = (headers: object) =>
    fetch(`${port.url}/commands/openapi.json`, { headers: { ...headers } })
  expect((await read({})).status).toBe(401)
  expect(await (await read({ authorization })).json()).toEqual(commandsDocument())
})
