import { beforeEach, describe, expect, test } from 'vitest'
import type { DbPool } from '../../src/postgres/db.ts'
import { many, one } from '../../src/postgres/db.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { auditOperator } from '../../src/postgres/operator-audit.ts'
import { freshDatabase } from '../support/database.ts'
import type { DatabaseRole } from '../support/database.ts'

let url: string
let poolOf: (role: DatabaseRole) => DbPool
let owner: DbPool
let app: DbPool

beforeEach(async () => {
  ;({ url, poolOf } = await freshDatabase())
  owner = poolOf('tollgate')
  app = poolOf('tollgate_app')
  await app.query({
    text: `insert into journal (owner_id, version, message_id, at, events, outcome)
           values ('p', 1, 'cmd/1', now(), '[{"type":"created"}]', '{}')`,
  })
  await app.query({
    text: `insert into posting (owner_id, version, position, account, currency, amount_minor, at)
           values ('p', 1, 1, 'a', 'PLN', 5, now()), ('p', 1, 2, 'b', 'PLN', -5, now())`,
  })
  await auditOperator(app, {
    operator: 'anna',
    action: 'test',
    subject: 'p',
    origin: 'here',
    outcome: 'done',
  })
  await poolOf('tollgate_vault').query({
    text: `insert into vault.secret (ref, merchant_id, kind, key_id, wrapped_key, ciphertext)
           values ('aaaaaaaaaaaaaaaaaaaaaaaaaaa', 'shop', 'card', 'k', 'w', 'c')`,
  })
})

const refused = (pool: DbPool, text: string) =>
  expect(pool.query({ text }), text).rejects.toMatchObject({ code: '42501' })

describe('the application', () => {
  test.for(['journal', 'posting', 'operator_audit'])(
    'adds to %s and changes nothing in it',
    async (table) => {
      expect((await many(app, `select * from ${table}`)).length).toBeGreaterThan(0)
      const column = table === 'operator_audit' ? 'subject' : 'owner_id'
      await refused(app, `update ${table} set ${column} = 'another'`)
      await refused(app, `delete from ${table}`)
      await refused(app, `truncate ${table}`)
    },
  )

  test('changes no table, trigger or function, and takes no role', async () => {
    await refused(app, 'create table mine (n int)')
    await refused(app, 'alter table journal add mine int')
    await refused(app, 'alter table operator_audit disable trigger operator_audit_final')
    await refused(app, 'drop trigger journal_operator_approval on journal')
    await refused(app, 'drop table posting')
    await refused(app, 'create function mine() returns int language sql as $$ select 1 $$')
    await refused(app, 'set role tollgate')
    await refused(app, 'set session_replication_role = replica')
    await refused(app, `insert into schema_migration (name, sha256) values ('0000-a.sql', 'b')`)
  })

  test('removes no payment, approval, merchant or operator', async () => {
    for (const table of ['payment', 'approval', 'merchant', 'operator', 'operator_entry'])
      await refused(app, `delete from ${table}`)
  })

  test('cannot read a card, and can say of one only that it is used', async () => {
    await refused(app, 'select ciphertext from vault.secret')
    await refused(app, 'select * from vault.secret')
    await refused(app, `update vault.secret set ciphertext = 'x'`)
    await refused(app, `update vault.secret set destroyed_at = now()`)
    await refused(app, `insert into vault.secret (ref) values ('b')`)
    await refused(app, 'delete from vault.secret')
    await app.query({
      text: `update vault.secret set used_at = now() where ref = 'aaaaaaaaaaaaaaaaaaaaaaaaaaa'`,
    })
    expect(await one(owner, 'select used_at is not null as used from vault.secret')).toEqual({
      used: true,
    })
  })
})

describe('retention, by the application', () => {
  const payment = (readable: string) =>
    owner.query({
      text: `insert into payment (payment_id, version, merchant_id, status, phase, method, currency,
               amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor,
               created_at, updated_at, readable_until, state)
             values ('p', 1, 'shop', 'REJECTED', 'rejected', 'CARD', 'PLN', 1, 0, 0, 0, 0,
               now(), now(), now() + interval '${readable}', '{"calls":[]}')`,
    })
  const scrub = (events: object[]) =>
    app.query({
      text: 'select scrub_journal($1)',
      values: [JSON.stringify([{ owner_id: 'p', version: 1, events }])],
    })

  beforeEach(async () => {
    await owner.query({
      text: `update journal set events = $1`,
      values: [
        JSON.stringify([{ type: 'created', amountMinor: 5, customer: { email: 'a@b.eu' } }]),
      ],
    })
  })

  test('takes members out of a line that is past it', async () => {
    await payment('-1 day')
    await scrub([{ type: 'created', amountMinor: 5, customer: { email: '' } }])
    const { events } = await one<{ events: object[] }>(owner, 'select events from journal')
    expect(events).toEqual([{ type: 'created', amountMinor: 5, customer: { email: '' } }])
  })

  test('changes no amount, adds nothing and drops no event', async () => {
    await payment('-1 day')
    for (const events of [
      [{ type: 'created', amountMinor: 6 }],
      [{ type: 'created', amountMinor: 5, note: 'x' }],
      [{ type: 'created', amountMinor: 5, customer: { email: 'c@d.eu' } }],
      [],
    ])
      await expect(scrub(events)).rejects.toMatchObject({ code: '42501' })
  })

  test('touches no line that merchants can still read, or of no payment', async () => {
    await expect(scrub([{ type: 'created' }])).rejects.toMatchObject({ code: '42501' })
    await payment('1 day')
    await expect(scrub([{ type: 'created' }])).rejects.toMatchObject({ code: '42501' })
  })

  test('erases no card of a payment that is not past it', async () => {
    await payment('1 day')
    const refs = ['aaaaaaaaaaaaaaaaaaaaaaaaaaa']
    const erase = () =>
      app.query({ text: 'select erase_purged_cards($1, $2)', values: [['p'], refs] })
    const isThere = async () =>
      (await many(owner, 'select from vault.secret where destroyed_at is null')).length === 1
    await erase()
    expect(await isThere()).toBe(true)
    await owner.query({ text: `update payment set readable_until = now() - interval '1 day'` })
    await erase()
    expect(await isThere()).toBe(false)
  })
})

test('the vault reads cards and nothing of payments, and removes no row', async () => {
  const vault = poolOf('tollgate_vault')
  expect(await many(vault, 'select ciphertext from vault.secret')).toHaveLength(1)
  for (const table of ['payment', 'journal', 'merchant', 'operator_audit'])
    await refused(vault, `select * from ${table}`)
  await refused(vault, 'delete from vault.secret')
  await refused(vault, 'truncate vault.secret')
  await refused(vault, 'select scrub_journal(null)')
})

test('reports read figures, no people, no secrets, and write nothing', async () => {
  const reader = poolOf('tollgate_reader')
  await many(reader, 'select payment_id, status, amount_minor, captured_minor from payment')
  expect(await many(reader, 'select account, amount_minor from posting')).toHaveLength(2)
  expect(await many(reader, 'select operator, action from operator_audit')).toHaveLength(1)
  await refused(reader, 'select state from payment')
  await refused(reader, 'select link_id from payment')
  await refused(reader, 'select events from journal')
  for (const table of ['merchant_secret', 'operator_credential', 'vault.secret'])
    await refused(reader, `select * from ${table}`)
  await refused(reader, `update balance set available_minor = 1`)
  await refused(reader, `insert into approval (id) values ('a')`)
})

test('a table of a later migration has its rights, and roles that were made later get theirs', async () => {
  await owner.query({ text: 'revoke all on journal from tollgate_app' })
  await refused(app, 'select * from journal')
  await migrate(url)
  expect(await many(app, 'select * from journal')).toHaveLength(1)
  await refused(app, 'delete from journal')
  await owner.query({ text: 'create table later (n int)' })
  await owner.query({ text: 'select grant_rights()' })
  await app.query({ text: 'insert into later values (1)' })
})
