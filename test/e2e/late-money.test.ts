import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { workflowIdOf } from '../../src/domain/id.ts'
import { commandLine } from '../support/cli.ts'
import { send } from '../support/http.ts'
import { decideAtBank } from '../support/payer.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { behind, providerKeys, shop, stack } from '../support/world.ts'

const EIGHT_DAYS = 8 * 86_400
const isOne = (rows: unknown[]): boolean => rows.length === 1

describe.concurrent('money that comes after the payment has closed', () => {
  test('by BLIK goes back once, however often it is told', async () => {
    const instrument = { type: 'BLIK_CODE', code: '100005' }
    const { paymentId } = await shop.create({ method: 'BLIK', instrument })
    await shop.advance(paymentId, 61)
    await shop.reaches(paymentId, 'REJECTED')
    await closes(paymentId)

    const [order] = await behind.log(paymentId)
    const confirm = `${stack.sandbox}/blik/payments/${order?.reference}/confirm`
    const { body: told } = await send(confirm, { method: 'POST' })
    const answers = await Promise.all([0, 1, 2].map((indent) => tell(told, indent)))
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ received: true }))
    await until('sent back', () => behind.moved(paymentId, 'refund'), isOne)
    await closed(paymentId)
    expect((await tell(told, 3)).body).toEqual({ received: true })

    expect(await shop.status(paymentId)).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'BLIK_TIMEOUT',
    })
    await tellsTheJournal(paymentId)
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
  })

  test('by a bank goes back once, when the payer is back from there', async () => {
    const { paymentId, redirectURL } = await shop.asks({
      method: 'PBL',
      instrument: { type: 'PBL', bank: 'SIMBANK' },
      options: { validTime: 60 },
    })
    await shop.advance(paymentId, 61)
    await shop.reaches(paymentId, 'CANCELLED')
    await closes(paymentId)

    await decideAtBank(redirectURL, 'pay')
    await until('sent back', () => behind.moved(paymentId, 'refund'), isOne)
    await closed(paymentId)
    await decideAtBank(redirectURL, 'pay').catch(() => undefined)
    expect((await shop.status(paymentId)).status).toBe('CANCELLED')
    await tellsTheJournal(paymentId)
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
  })

  test('is asked for, and the payment closes again when there is none', async () => {
    const { paymentId, redirectURL } = await shop.asks({
      method: 'PBL',
      instrument: { type: 'PBL', bank: 'SIMBANK' },
      options: { validTime: 60 },
    })
    await shop.advance(paymentId, 61)
    await shop.reaches(paymentId, 'CANCELLED')
    await closes(paymentId)
    const inquiries = async () =>
      (await behind.log(paymentId)).filter(({ operation }) => operation === 'inquire').length
    const before = await inquiries()
    await decideAtBank(redirectURL, 'decline')
    await until('asked', inquiries, (count) => count > before)
    await closed(paymentId)
    expect(await behind.moved(paymentId, 'refund')).toEqual([])
  })
})

/** The provider's message, each time in other bytes: to the gateway it is another one. */
function tell(order: object, indent: number) {
  const body = JSON.stringify(order, null, indent)
  const signature = createHmac('sha256', providerKeys().blikWebhookKey).update(body).digest('hex')
  const url = `${stack.api}/v1/ecommerce/notifications/blikweb/status`
  const headers = { 'content-type': 'application/json', signature }
  return send(url, { method: 'POST', body, headers })
}

async function closes(paymentId: string): Promise<void> {
  await shop.advance(paymentId, EIGHT_DAYS)
  await closed(paymentId)
}

/** Nothing is left that could happen to it by itself. */
async function closed(paymentId: string): Promise<void> {
  const temporal = await openTemporal(stack)
  const handle = temporal.client.workflow.getHandle(workflowIdOf('pay', paymentId))
  const status = async () => (await handle.describe()).status.name
  await until('closed', status, (name) => name === 'COMPLETED', 60_000)
  await temporal.close()
}

async function tellsTheJournal(paymentId: string): Promise<void> {
  const run = commandLine({ TOLLGATE_HOME: stack.home })
  const { text } = await run('payment', 'events', paymentId)
  expect(text.match(/lateMoneyFound/g)).toHaveLength(1)
  expect(text.match(/moneySentBack/g)).toHaveLength(1)
}
