import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKillBill } from './kill-bill.ts'
import { readOptions } from './options.ts'
import { orderOf } from './till.ts'

interface Posted {
  pluginName?: string
  paymentExternalKey: string
  amount: number
}

/** Answers as Kill Bill does, without the plugin for tests. */
const payments = new Map<string, { status: string; amount: number; processedAmount: number }>()
const server = createServer((request, response) => {
  const { method, url = '', headers } = request
  const answer = (status: number, body: object = {}, location = '') =>
    response.writeHead(status, location === '' ? {} : { location }).end(JSON.stringify(body))
  void text(request).then((sent) => {
    const { pathname, searchParams } = new URL(url, 'http://kill-bill')
    if (!headers['x-killbill-apikey'] || !headers.authorization?.startsWith('Basic '))
      return answer(401)
    if (pathname === '/1.0/kb/nodesInfo') return answer(200, [{ kbVersion: '0.22.26' }])
    if (method === 'GET') {
      const transaction = payments.get(searchParams.get('externalKey') ?? '')
      return transaction ? answer(200, { transactions: [transaction] }) : answer(404)
    }
    const { pluginName, paymentExternalKey, amount } = JSON.parse(sent) as Posted
    if (pluginName === 'killbill-payment-test') return answer(400)
    if (pathname.endsWith('/payments'))
      payments.set(paymentExternalKey, { status: 'SUCCESS', amount, processedAmount: amount })
    return answer(201, {}, `http://kill-bill${pathname}/00000000-0000-0000-0000-000000000001`)
  })
})

let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('an order is paid by the plugin that is there, and its books are read', async () => {
  const killBill = await openKillBill(url)
  expect(killBill).toMatchObject({ version: '0.22.26', plugin: '__EXTERNAL_PAYMENT__' })
  const order = orderOf(7)
  expect(await killBill.takingsOf(order)).toEqual([])
  await killBill.pay(order)
  expect(await killBill.takingsOf(order)).toEqual([{ state: 'paid', amountMinor: 1007 }])
})

test('who asks again pays only what is not known yet', async () => {
  const killBill = await openKillBill(url)
  const [known, unheard] = [orderOf(1), orderOf(2)]
  payments.set(known.key, { status: 'UNKNOWN', amount: 10.01, processedAmount: 0 })
  expect(await killBill.askAgain(known)).toBe(false)
  expect(payments.get(known.key)?.status).toBe('UNKNOWN')
  expect(await killBill.askAgain(unheard)).toBe(true)
  expect(payments.get(unheard.key)?.status).toBe('SUCCESS')
})

test('only a process that can be started again is killed', () => {
  const read = (...args: string[]) => readOptions(['--kill-bill', url, ...args], {})
  expect(read()).toMatchObject({ killBill: { url, process: undefined }, peerClients: [1, 8, 32] })
  expect(read('--kill-bill-pid', '4711', '--kill-bill-start', './start')).toMatchObject({
    killBill: { process: { pid: 4711, start: './start' } },
  })
  expect(() => read('--kill-bill-pid', '4711')).toThrow('need each other')
  expect(() => read('--kill-bill-pid', '0', '--kill-bill-start', './start')).toThrow(
    '"0" is not the id of a process',
  )
})
