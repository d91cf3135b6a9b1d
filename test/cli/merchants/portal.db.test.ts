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
  return { pool, as, people: createPeople(pool, envelope) }
}

const invite = ['portal', 'invite', '20000001', '--name', 'anna@books.eu']

test('an administrator invites the first owner, and the audit names both', async () => {
  const { pool, as, people } = await world()
  const run = await as('ada')
  const { code, text } = await run(...invite)
  expect(code).toBe(0)
  const token = /^https:\/\/portal\.eu\/portal\/join\/(\S+)$/m.exec(text)?.[1] ?? ''
  expect(await people.findInvitation(token)).toMatchObject({ name: 'anna@books.eu', role: 'owner' })
  expect((await run('portal', 'list', '20000001')).text).toMatch(/anna@books\.eu +owner/)
  expect(await listAudit(pool)).toContainEqual(
    expect.objectContaining({ operator: 'ada', action: 'portal.invite' }),
  )
})

test('somebody who is there gets a new link, keeps the role, and the old link ends', async () => {
  const { as, people } = await world()
  const run = await as('ada')
  const tokenOf = async (...more: string[]) =>
    /join\/(\S+)/.exec((await run(...invite, ...more)).text)?.[1] ?? ''
  const first = await tokenOf('--role', 'developer')
  const second = await tokenOf('--role', 'owner')
  expect(await people.findInvitation(first)).toBeUndefined()
  expect(await people.findInvitation(second)).toMatchObject({ role: 'developer' })
})

test('whoever is no administrator, and what is no merchant, name or role, is refused', async () => {
  const { as } = await world()
  expect(await (await as('oli'))(...invite)).toMatchObject({ code: 1 })
  const run = await as('ada')
  expect(await run('portal', 'invite', '404', '--name', 'anna')).toMatchObject({ code: 1 })
  expect(await run('portal', 'invite', '20000001', '--name', 'A B')).toMatchObject({ code: 2 })
  expect(await run(...invite, '--role', 'king')).toMatchObject({ code: 2 })
})
