import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, many } from '../../../src/postgres/db.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { createExchanges } from '../../../src/postgres/providers/exchanges.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'
import { recordPayments } from '../../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

async function start() {
  const { url, pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  return { pool, payments, tollgate: commandLine({ DATABASE_URL: url, KEYS_FILE: 'none' }) }
}

/** Two ids that begin with the same letter: of seventeen, two must. */
async function twoOfOneLetter(next: () => Promise<string>): Promise<[string, string]> {
  const ofLetter = new Map<string, string>()
  for (;;) {
    const id = await next()
    const other = ofLetter.get(id.charAt(0))
    if (other !== undefined) return [id, other]
    ofLetter.set(id.charAt(0), id)
  }
}

describe('payment', () => {
  test('show tells where it stands, what happens next and every transaction', async () => {
    const { payments, tollgate } = await start()
    const sale = await payments.sale()
    await payments.command(sale, { name: 'refund', amountMinor: 500 })
    const { code, text } = await tollgate('payment', 'show', sale)
    expect(code).toBe(0)
    expect(text).toMatch(/status +COMPLETED \(paid\)/)
    expect(text).toMatch(/captured PLN 100.00, refunded PLN 5.00/)
    expect(text).toMatch(/next +refundWindowEnd at /)
    expect(text).toMatch(/REFUND +COMPLETED +PLN 5.00/)
  })

  test('the beginning of an id is enough where only one payment has it', async () => {
    const { payments, tollgate } = await start()
    const [one, other] = await twoOfOneLetter(() => payments.sale())
    const shared = [...one].findIndex((letter, at) => letter !== other[at])
    const { code, text } = await tollgate('payment', 'show', one.slice(0, shared + 1))
    expect([code, text]).toEqual([0, expect.stringContaining(`payment        ${one},`)])
    expect(text).toMatch(/created +\S+Z \(\d+ \w+ ago\)/)
    const several = await tollgate('payment', 'show', one.slice(0, shared))
    expect(several.code).toBe(1)
    expect(several.problem).toContain('is the beginning of several payments')
  })

  test('an instruction takes the beginning of an id, and asks for the whole payment', async () => {
    const { payments, tollgate } = await start()
    const id = await payments.sale()
    const why = ['--reason', 'case 1', '--by', 'anna', '--json']
    const { code, text } = await tollgate('payment', 'cancel', id.slice(0, 12), ...why)
    expect([code, JSON.parse(text)]).toMatchObject([0, { paymentId: id, state: 'waiting' }])
  })

  test('list finds a payment by what somebody remembers of it', async () => {
    const { pool, payments, tollgate } = await start()
    const wanted = await payments.sale()
    const other = await payments.sale({
      order: { amountMinor: 1_995, currency: 'EUR', extOrderId: 'another' },
      customer: { email: 'Somebody@Example.com' },
    })
    const { merchantId, transactions, instrument } = await payments.read(wanted)
    await execute(pool, `insert into merchant (mid, kind, name) values ($1, 'merchant', 'Shop')`, [
      merchantId,
    ])
    const found = async (...options: string[]) => {
      const { text } = await tollgate('payment', 'list', ...options, '--json')
      return JSON.parse(text).map(({ paymentId }: { paymentId: string }) => paymentId)
    }
    expect(await found('--order', 'another')).toEqual([other])
    expect(await found('--amount', '100')).toEqual([wanted])
    expect(await found('--amount', '19,95', '--currency', 'EUR')).toEqual([other])
    expect(await found('--amount', '19.95', '--currency', 'PLN')).toEqual([])
    expect(await found('--currency', 'EUR')).toEqual([other])
    expect(await found('--email', 'somebody@example.COM')).toEqual([other])
    const hash = '54b9af14d9c2f1d0eb8ed3b2c3f9ddd6a6aafdb4ef0e66a3ad2b2fc4ee3e6ac8'
    expect(await found('--email', hash)).toEqual([])
    expect(await found('--reference', transactions[0]?.reference ?? '')).toEqual([wanted])
    expect(await found('--reference', 'nobody knows it')).toEqual([])
    expect(await found('--last-four', instrument?.cardMask?.slice(-4) ?? '')).toContain(wanted)
    expect(await found('--last-four', '0000')).toEqual([])
    expect(await found('--from', '1h')).toHaveLength(2)
    expect(await found('--to', '1h')).toEqual([])
    expect(await tollgate('payment', 'list', '--from', 'some day')).toMatchObject({ code: 2 })
  })

  test('show as JSON leaves personal data out', async () => {
    const { payments, tollgate } = await start()
    const { text } = await tollgate('payment', 'show', await payments.sale(), '--json')
    expect(JSON.parse(text).state).not.toHaveProperty('customer')
    expect(text).not.toContain('@')
  })

  test('timeline tells the story in order: who asked whom, and what came of it', async () => {
    const { payments, tollgate } = await start()
    const { text } = await tollgate('payment', 'timeline', await payments.sale())
    const story = ['registered', 'authorise PLN 100.00', 'answer to authorise', 'paid PLN 100.00']
    const places = story.map((words) => text.indexOf(words))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('timeline tells which program and build made each step', async () => {
    const { pool, payments, tollgate } = await start()
    const sale = await payments.sale()
    const { rows } = await pool.query({
      text: "select current_setting('application_name') as name",
    })
    const { text } = await tollgate('payment', 'timeline', sale)
    const steps = text.split('\n').filter((line) => /registered|paid PLN/.test(line))
    expect(steps).toHaveLength(2)
    for (const line of steps) expect(line).toMatch(new RegExp(` ${String(rows[0]?.name)}$`))
  })

  test('rebuild waits for another person, and none of the same name will do', async () => {
    const { payments, tollgate } = await start()
    const why = ['--reason', 'a bad build', '--by', 'anna', '--json']
    const asked = await tollgate('payment', 'rebuild', await payments.sale(), ...why)
    const { id } = JSON.parse(asked.text) as { id: string }
    const { text } = await tollgate('approvals', 'list')
    expect(text).toMatch(/begin its workflow again from the last good task +anna/)
    expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('another person'),
    })
    expect(await tollgate('payment', 'rebuild', 'nobody', ...why)).toMatchObject({ code: 1 })
  })

  test('rebuild shows where a row says otherwise than its journal, and both people see it', async () => {
    const { pool, payments, tollgate } = await start()
    const sale = await payments.sale()
    await pool.query({
      text: `update payment set captured_minor = 9900, state = state || '{"capturedMinor": 9900}'`,
    })
    const why = ['--reason', 'changed by hand', '--by', 'anna']
    const { text } = await tollgate('payment', 'rebuild', sale, ...why)
    expect(text).toMatch(/state.capturedMinor +9900 +10000/)
    const waiting = await tollgate('approvals', 'list')
    expect(waiting.text).toContain(
      'write its row again from its journal: row.capturedMinor 9900 becomes 10000, and 1 more',
    )
  })

  test('exchanges shows what providers said, and that it was read is written down', async () => {
    const { url, pool } = await freshDatabase()
    const { path, keyRing } = await freshKeyRing()
    const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
    const sale = await recordPayments(pool, sandbox.url).sale()
    const why = ['--reason', 'case 4711', '--by', 'anna']
    expect((await tollgate('payment', 'exchanges', sale, ...why)).text).toContain('nothing is kept')
    const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
    const exchanges = createExchanges(pool, envelope, () => undefined)
    const call = { ownerId: sale, merchantId: 'M1', reference: `${sale}-auth-x`, step: 'authorize' }
    const asked = { asked: 'amount=9999', status: 200, answered: '{"status":"succeeded"}' }
    exchanges.keep(call, [{ at: 0, tookMs: 7, method: 'POST', path: '/v1/charge', ...asked }])
    await exchanges.kept()
    const { code, text } = await tollgate('payment', 'exchanges', sale, ...why)
    expect(code).toBe(0)
    expect(text).toMatch(/authorize .*-auth-x\n.*POST \/v1\/charge {2}200 {2}7 ms\n/)
    expect(text).toContain('> amount=9999')
    expect(text).toContain('< {"status":"succeeded"}')
    const rows = await many<{ subject: string }>(
      pool,
      `select subject from operator_audit where action = 'payment.exchanges'`,
    )
    expect(rows).toEqual([{ subject: sale }, { subject: sale }])
  })

  test('events shows each message with who sent it and what was refused', async () => {
    const { payments, tollgate } = await start()
    const sale = await payments.sale()
    await payments.command(sale, { name: 'capture' })
    const { text } = await tollgate('payment', 'events', sale)
    expect(text).toMatch(/create +gateway +accepted +created/)
    expect(text).toMatch(/capture +gateway +payment_not_capturable/)
  })

  test('drop waits for another person, who sees that a message is given up', async () => {
    const { payments, tollgate } = await start()
    const why = ['--reason', 'case 4711', '--by', 'anna']
    const asked = await tollgate('payment', 'drop', await payments.sale(), ...why)
    expect(asked.text).toContain('waits for another person')
    const { text } = await tollgate('approvals', 'list')
    expect(text).toMatch(/drop the message it is held for +anna/)
  })

  test.for(['show', 'timeline', 'events'])(
    '%s of a payment that is not there fails',
    async (name) => {
      const { tollgate } = await start()
      expect(await tollgate('payment', name, 'nobody')).toMatchObject({
        code: 1,
        problem: 'no payment nobody\n',
      })
    },
  )
})

test.for([
  'show',
  'timeline',
  'events',
  'hold',
  'resume',
  'exchanges',
  'rebuild',
  'inquire',
  'cancel',
  'advance',
])('help with an example: payment %s', async (name) => {
  const { code, text } = await commandLine({})('payment', name, '--help')
  expect([code, text]).toEqual([0, expect.stringContaining(`tollgate -- payment ${name}`)])
})
