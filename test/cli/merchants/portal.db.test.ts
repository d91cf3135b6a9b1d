import { expect, test } from 'vitest'
import { giveToken, saveOperator } from '../../../src/postgres/operators.ts'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { createPeople } from '../../../src/postgres/portal/people.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'
import { listAudit } from '../../support/list-audit.ts'

async function world() {
  const { url, pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const merchants = createMerchants(pool, envelope)
  await merchants.save({ merchantId: '20000001', kind: 'merchant', name: 'Books' })
  await saveOperator(pool, { name: 'ada', role: 'administrator' }, 'test')
  await saveOperator(pool, { name: 'oli', role: 'approver' }, 'test')
  const as = async (name: string) => {
    const settings = { DATABASE_URL: url, KEYS_FILE: path, PORTAL_URL: 'https://portal.eu' }
    const run = commandLine({ ...settings, TOLLGATE_TOKEN: await giveToken(pool, name, 1) })
    return (...args: string[]) => run('--break-glass', ...args)
  }
  const [ada, oli] = [await as('ada'), await as('oli')]
  /** Ada asks and has the beginning of the link, Oli agrees and has its end. */
  const invited = async (...more: string[]) => {
    const asked = JSON.parse((await ada(...invite, ...more, '--json')).text)
    const agreed = await oli('approvals', 'approve', asked.id, '--json')
    const first = /^https:\/\/portal\.eu\/portal\/join\/(\S+)$/.exec(asked.firstHalf)?.[1] ?? ''
    return { first, second: JSON.parse(agreed.text).secondHalf as string, id: asked.id as string }
  }
  return { pool, ada, oli, invited, people: createPeople(pool, envelope) }
}

const invite = ['portal', 'invite', '20000001', '--name', 'anna@books.eu', '--reason', 'first']

const joining = {
  password: '$argon2id$x',
  secret: 'JBSWY3DPEHPK3PXP',
  step: 1,
  recoveryCodes: [],
  origin: 'test',
}

test('the first owner comes in with what two operators have, and the audit names both', async () => {
  const { pool, ada, invited, people } = await world()
  const { first, second } = await invited()
  expect(await people.findInvitation(first + second)).toMatchObject({
    name: 'anna@books.eu',
    role: 'owner',
  })
  expect((await ada('portal', 'list', '20000001')).text).toMatch(/anna@books\.eu +owner/)
  const lines = await listAudit(pool, '20000001')
  for (const [operator, outcome] of [
    ['ada', 'requested'],
    ['oli', 'approved'],
    ['ada', 'done'],
  ])
    expect(lines).toContainEqual(expect.objectContaining({ operator, outcome }))
})

test('an attack: neither the one who asks nor the one who agrees can come in alone', async () => {
  const { ada, invited, people } = await world()
  const { first, second, id } = await invited()
  for (const alone of [first, second, second.slice(1), `.${second}`, `${first}.`, `${first}.x`])
    expect(await people.findInvitation(alone), alone).toBeUndefined()
  expect(await ada('approvals', 'approve', id)).toMatchObject({ code: 1 })
})

test('an attack: one administrator invites himself, or the owner again, and nothing is there', async () => {
  const { ada, invited, people } = await world()
  const { first, second } = await invited()
  const owner = await people.join(first + second, joining)
  const before = await people.list('20000001')
  for (const name of ['ada', 'anna@books.eu']) {
    const asked = await ada('portal', 'invite', '20000001', '--name', name, '--reason', 'mine')
    const token = /join\/(\S+)/.exec(asked.text)?.[1] ?? ''
    expect(token).not.toBe('')
    expect(await people.findInvitation(token)).toBeUndefined()
    expect(await people.join(token, joining)).toBeUndefined()
  }
  expect(await ada(...invite.slice(0, -2))).toMatchObject({ code: 2 })
  expect(await people.list('20000001')).toEqual(before)
  expect(before).toMatchObject([{ personId: owner?.personId, role: 'owner' }])
})

test('somebody who is there gets a new link, keeps the role, and the old link ends', async () => {
  const { invited, people } = await world()
  const one = await invited('--role', 'developer')
  const other = await invited('--role', 'owner')
  expect(await people.findInvitation(one.first + one.second)).toBeUndefined()
  expect(await people.findInvitation(other.first + other.second)).toMatchObject({
    role: 'developer',
  })
})

test('an agreement to invite somebody is worth nothing when they have become another since', async () => {
  const { ada, oli, invited, people } = await world()
  const asked = JSON.parse((await ada(...invite, '--role', 'support', '--json')).text)
  await invited('--role', 'owner')
  expect(await oli('approvals', 'approve', asked.id)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('not what was agreed to any more'),
  })
  expect(await people.list('20000001')).toMatchObject([{ role: 'owner' }])
})

test('whoever is no administrator, and what is no merchant, name or role, is refused', async () => {
  const { ada, oli } = await world()
  expect(await oli(...invite)).toMatchObject({ code: 1 })
  const why = ['--reason', 'r']
  expect(await ada('portal', 'invite', '404', '--name', 'anna', ...why)).toMatchObject({ code: 1 })
  expect(await ada('portal', 'invite', '20000001', '--name', 'A B')).toMatchObject({ code: 2 })
  expect(await ada(...invite, '--role', 'king')).toMatchObject({ code: 2 })
})
