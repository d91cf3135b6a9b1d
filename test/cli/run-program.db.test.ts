import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../../src/postgres/db.ts'
import { listAudit } from '../support/list-audit.ts'
import { createSettlements } from '../../src/postgres/settlements/settlements.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { commandLine } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

async function start() {
  const { url, pool } = await freshDatabase()
  await execute(pool, `insert into merchant (mid, kind, name) values ('shop', 'merchant', 'Shop')`)
  const payments = recordPayments(pool, sandbox.url)
  return { url, pool, payments, tollgate: commandLine({ DATABASE_URL: url, KEYS_FILE: 'none' }) }
}

describe('balance', () => {
  const topUp = ['balance', 'top-up', 'shop', '1000.00', 'PLN']
  const movement = ['--reference', 'bank-1', '--reason', 'float', '--by', 'anna']

  test('a top-up waits for another person, is booked once and shown with who and why', async () => {
    const { tollgate, pool } = await start()
    const ask = () => tollgate(...topUp, ...movement)
    const { id } = JSON.parse((await tollgate(...topUp, ...movement, '--json')).text)
    expect(await ask()).toMatchObject({ code: 0, text: expect.stringContaining(id) })
    expect((await tollgate('approvals', 'list')).text).toMatch(
      /shop +top-up PLN 1000.00, bank-1 +anna .* float/,
    )
    expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({
      code: 0,
      text: 'top-up of PLN 1000.00 booked; available: PLN 1000.00\n',
    })
    expect(await ask()).toMatchObject({ code: 0, text: 'was booked before\n' })
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 1 })
    const shown = await tollgate('balance', 'show', 'shop')
    expect(shown.text).toMatch(/PLN {5}  PLN 1000.00/)
    expect(shown.text).toMatch(/top-up .* anna +jan +bank-1 +float/)
    expect(await listAudit(pool, 'shop')).toMatchObject([
      { operator: 'anna', action: 'balance.top-up', outcome: 'booked' },
      { operator: 'jan', action: 'approvals.approve', outcome: 'approved' },
      { operator: 'anna', action: 'balance.top-up', outcome: 'requested' },
    ])
    const { balances } = JSON.parse((await tollgate('--json', 'balance', 'show', 'shop')).text)
    expect(balances).toEqual([{ currency: 'PLN', availableMinor: 100_000, reservedMinor: 0 }])
  })

  test('a payout beyond the balance fails when it is approved, and may be approved again', async () => {
    const { tollgate } = await start()
    const asked = await tollgate('balance', 'payout', 'shop', '0.01', 'PLN', ...movement, '--json')
    const { id } = JSON.parse(asked.text)
    const short = { code: 1, problem: 'the balance does not cover it\n' }
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject(short)
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject(short)
  })

  test('an order that somebody refused is not carried out', async () => {
    const { tollgate } = await start()
    const { id } = JSON.parse((await tollgate(...topUp, ...movement, '--json')).text)
    expect(await tollgate('approvals', 'refuse', id, '--by', 'jan')).toMatchObject({ code: 0 })
    expect(await tollgate('approvals', 'approve', id, '--by', 'eva')).toMatchObject({
      code: 1,
      problem: `${id} was refused by jan\n`,
    })
    expect((await tollgate('approvals', 'list')).text).toBe('nothing waits\n')
  })

  test.for([
    ['balance', 'payout', 'shop', '10.005', 'PLN', ...movement],
    ['balance', 'payout', 'shop', '10', 'QQQ', ...movement],
    ['balance', 'payout', 'shop', '10', 'PLN'],
    ['balance', 'nothing'],
    ['nothing'],
    ['settlement', 'show', '--unknown'],
  ])('wrong usage has a code of its own: %s', async (args) => {
    const { tollgate } = await start()
    const { code, problem } = await tollgate(...args)
    expect([code, problem]).toEqual([2, expect.stringMatching(/\S/)])
  })
})

describe('ledger check', () => {
  test('proves all payments with the provider log, or tells every difference', async () => {
    const { pool, payments, tollgate } = await start()
    const sale = await payments.sale()
    await payments.command(sale, { name: 'refund', amountMinor: 500 })
    const log = ['--provider-log', `${sandbox.url}/acquirer/log`]
    const proved = await tollgate('ledger', 'check', '--no-workflow', ...log)
    expect(proved).toMatchObject({
      code: 0,
      text: '1 payment checked, 0 workflows replayed, 0 differences\n',
    })
    await execute(pool, 'update payment set refunded_minor = 499')
    const broken = await tollgate('ledger', 'check', sale, '--no-workflow', '--json')
    expect(broken.code).toBe(1)
    expect(JSON.parse(broken.text).findings).toMatchObject([
      { check: 'row', id: sale, expected: 'refundedMinor 500', found: 'refundedMinor 499' },
    ])
  })

  test('of a payment that is not there fails', async () => {
    const { tollgate } = await start()
    expect(await tollgate('ledger', 'check', 'nobody', '--no-workflow')).toMatchObject({ code: 1 })
  })
})

describe('settlement', () => {
  test('shows batches and their differences', async () => {
    const { pool, tollgate } = await start()
    expect(await tollgate('settlement', 'differences')).toMatchObject({
      code: 0,
      text: 'no differences\n',
    })
    const settlements = createSettlements(pool)
    await settlements.open('b')
    await settlements.close('b', { fileId: 'f', total: 1 })
    const line = { line: 1, reference: 'x-auth-y', amountMinor: 5, currency: 'PLN' }
    await settlements.keepLines('b', 'f', [{ ...line, operation: 'authorize' }])
    await settlements.setOutcomes('b', [
      { line: 1, outcome: 'unknown_reference', feeMinor: 0, postings: [] },
    ])
    expect((await tollgate('settlement', 'show')).text).toMatch(/b .* closed .* 1 .* 0 .* 0 .* 1/)
    const differences = await tollgate('settlement', 'differences', 'b')
    expect(differences.code).toBe(1)
    expect(differences.text).toMatch(/b .* 1 .* unknown_reference .* PLN 0.05 .* x-auth-y/)
    expect(await tollgate('settlement', 'show', 'other')).toMatchObject({ code: 1 })
  })
})

describe('what cannot be reached has a code of its own', () => {
  test('a database that is away', async () => {
    const tollgate = commandLine({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', KEYS_FILE: 'k' })
    expect(await tollgate('settlement', 'show')).toMatchObject({ code: 3 })
  })

  test('a Temporal server that is away, however much there is to ask it', async () => {
    const { url, payments } = await start()
    for (let count = 0; count < 3; count += 1) await payments.sale()
    const { path: KEYS_FILE } = await freshKeyRing()
    const env = { DATABASE_URL: url, KEYS_FILE, TEMPORAL_ADDRESS: '127.0.0.1:1' }
    for (const line of ['ledger check', 'prove --all']) {
      const { code, problem } = await commandLine(env)(...line.split(' '))
      expect([code, problem]).toEqual([3, expect.stringMatching(/^Temporal does not answer/)])
    }
  })

  test('a folder where nothing runs', async () => {
    const { code, problem } = await commandLine({})('--home', freshFolder(), 'settlement', 'show')
    expect([code, problem]).toEqual([3, expect.stringContaining('nothing runs')])
  })
})

test.for([
  ['settlement', 'run'],
  ['settlement', 'show'],
  ['settlement', 'differences'],
  ['settlement', 'report'],
  ['settlement', 'pay'],
  ['ledger', 'check'],
  ['balance', 'show'],
  ['balance', 'payout'],
  ['balance', 'top-up'],
  ['card-data', 'scan'],
])('help with examples: %s', async (args) => {
  const { code, text } = await commandLine({})(...args, '--help')
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`npm run tollgate -- ${args.join(' ')}`),
  ])
})
