import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, requestApproval, waitingApprovals } from '../../src/postgres/approvals.ts'
import { execute } from '../../src/postgres/db.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { commandLine } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

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

  test('events shows each message with who sent it and what was refused', async () => {
    const { payments, tollgate } = await start()
    const sale = await payments.sale()
    await payments.command(sale, { name: 'capture' })
    const { text } = await tollgate('payment', 'events', sale)
    expect(text).toMatch(/create +test +accepted +created/)
    expect(text).toMatch(/capture +test +payment_not_capturable/)
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

describe('an operator moves money', () => {
  const id = 'abcdefghijklmnopqrstuvwxyza'
  const operator = { actor: 'operator/anna', requestId: 'r' }
  const cancel = { name: 'cancel', by: 'operator', reason: 'fraud' } as const
  const message = { type: 'command', id: `cmd/${id}`, command: cancel, ...operator } as const

  test('only after another person has agreed, and once', async () => {
    const { pool, payments } = await start()
    const sale = await payments.sale()
    const request = { id, paymentId: sale, command: cancel, reason: 'fraud', requestedBy: 'anna' }
    await requestApproval(pool, request)
    expect((await payments.take(sale, message)).outcome).toEqual({
      accepted: false,
      code: 'approval_missing',
    })
    const another = { ...message, id: 'cmd/zzcdefghijklmnopqrstuvwxyza' }
    await requestApproval(pool, { ...request, id: 'zzcdefghijklmnopqrstuvwxyza' })
    expect(await approve(pool, 'zzcdefghijklmnopqrstuvwxyza', 'jan')).toBe(true)
    expect((await payments.take(sale, another)).outcome).toMatchObject({ accepted: true })
    expect(await waitingApprovals(pool)).toMatchObject([{ id, approvedBy: null }])
  })

  test('nobody approves what they asked for themselves', async () => {
    const { pool, payments } = await start()
    const paymentId = await payments.sale()
    await requestApproval(pool, {
      id,
      paymentId,
      command: cancel,
      reason: 'x',
      requestedBy: 'anna',
    })
    await expect(approve(pool, id, 'anna')).rejects.toThrow('another_person')
  })

  test('an approval of one payment is worth nothing for another', async () => {
    const { pool, payments } = await start()
    const [mine, other] = [await payments.sale(), await payments.sale()]
    await requestApproval(pool, {
      ...{ id, paymentId: mine, command: cancel, reason: 'x', requestedBy: 'anna' },
    })
    await approve(pool, id, 'jan')
    expect((await payments.take(other, message)).outcome).toMatchObject({
      code: 'approval_missing',
    })
  })

  test('holding and resuming a payment needs nobody else', async () => {
    const { payments } = await start()
    const sale = await payments.sale()
    const hold = { name: 'hold', reason: 'look' } as const
    const taken = await payments.take(sale, { ...message, command: hold })
    expect(taken.outcome).toEqual({ accepted: true })
    expect(await payments.read(sale)).toMatchObject({ held: 'look' })
  })

  test('approvals cannot be used up by hand before they are approved', async () => {
    const { pool, payments } = await start()
    const paymentId = await payments.sale()
    await requestApproval(pool, {
      id,
      paymentId,
      command: cancel,
      reason: 'x',
      requestedBy: 'anna',
    })
    await expect(execute(pool, 'update approval set used_at = now()')).rejects.toThrow('used_when')
  })
})

test.for(['show', 'timeline', 'events', 'hold', 'resume', 'inquire', 'cancel', 'advance'])(
  'help with an example: payment %s',
  async (name) => {
    const { code, text } = await commandLine({})('payment', name, '--help')
    expect([code, text]).toEqual([0, expect.stringContaining(`tollgate -- payment ${name}`)])
  },
)
