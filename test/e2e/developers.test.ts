import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Tollgate, verifyWebhook } from '../../sdk/typescript/src/index.ts'
import { scenarios } from '../../src/cli/developers/scenarios.ts'
import { commandLine } from '../support/cli.ts'
import { freshFolder } from '../support/key-ring.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, stack } from '../support/world.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })

async function openDeveloper(notified = false) {
  const merchant = await openMerchant({}, { notified })
  const scopes = ['read', 'payments', 'refunds', 'settings']
  const { key } = (await merchant.call('POST', '/api-keys', { name: 'tools', scopes })).body
  return { merchant, key: String(key) }
}

interface Posted {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

/** The server on the developer's machine. */
async function startReceiver() {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request
    void text(request).then((body) => {
      posted.push({ path, headers, text: body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { posted, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

const enough = (count: number) => (all: readonly unknown[]) => all.length >= count

describe('listen', () => {
  test('a server on the machine gets what a notification is, to the byte', async () => {
    const { merchant, key } = await openDeveloper(true)
    const { posted, url } = await startReceiver()
    const place = join(freshFolder(), 'place')
    const signed = ['--secret', 'of-my-own', '--as-notification', '--position', place]
    const listening = run('listen', '--key', key, '--to', `${url}/told/`, ...signed)
    // It begins with what happens from now on: nothing may happen before it listens.
    await vi.waitFor(() => expect(process.stdout.write).toHaveBeenCalled(), 30_000)
    const { paymentId } = await merchant.completed()
    await until('forwarded', async () => posted, enough(2))
    process.emit('SIGINT', 'SIGINT')
    const { code, text: said, problem } = await listening
    expect([code, problem]).toEqual([0, ''])
    expect(said).toMatch(/payment\.completed +\w+_2 {2}COMPLETED {2}→ answered 204 in \d+ ms/)

    const told = await behind.receives(paymentId, (notes) => notes.length === 2)
    expect(posted.map((one) => one.text)).toEqual(told.map((one) => one.text))
    for (const { path, headers, text: body } of posted) {
      expect(path).toBe('/told/payment')
      await verifyWebhook({ body, headers, secret: 'of-my-own' })
      const names = Object.keys(told[0]!.headers).filter((name) => name !== 'x-request-id')
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(names))
    }
    expect(readFileSync(place, 'utf8')).toBe(`${paymentId}_2\n`)
  })

  test('it goes on from its place, also with what happened while it was not there', async () => {
    const { merchant, key } = await openDeveloper()
    const { posted, url } = await startReceiver()
    const { paymentId } = await merchant.completed()
    const from = ['--after', `${paymentId}_1`, '--type', 'payment.completed', 'refund.completed']
    const listening = run('listen', '--key', key, '--to', `${url}/hook?a=1`, ...from, '--json')
    await merchant.order(paymentId, 'refund', { amount: 1 })
    await until('forwarded', async () => posted, enough(2))
    process.emit('SIGINT', 'SIGINT')
    const lines = (await listening).text.trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; forwarded: object })
    expect(events.map(({ type }) => type)).toEqual(['payment.completed', 'refund.completed'])
    expect(events[0]).toMatchObject({ forwarded: { httpStatus: 204 } })
    expect(posted[0]).toMatchObject({
      path: '/hook?a=1',
      headers: { 'x-event-type': 'payment.completed', 'user-agent': 'Tollgate' },
    })
  })

  test('without a gateway or credentials it says what is missing', async () => {
    const nowhere = commandLine({})
    expect(await nowhere('listen')).toMatchObject({
      code: 2,
      problem: expect.stringMatching('where is the gateway'),
    })
    const place = ['--gateway', stack.api]
    expect(await nowhere('listen', ...place)).toMatchObject({
      code: 2,
      problem: expect.stringMatching('who are you'),
    })
    expect(await nowhere('listen', ...place, '--key', 'tgk_x')).toMatchObject({ code: 1 })
  })
})

describe('trigger', () => {
  test.concurrent.each(Object.keys(scenarios))('%s ends as the list says', async (name) => {
    const { key, merchant } = await openDeveloper()
    const tollgate = new Tollgate({ baseUrl: stack.api, apiKey: key })
    const steps: string[] = []
    const { merchantId } = merchant
    const play = { tollgate, merchantId, step: (text: string) => steps.push(text) }
    const { run: perform, ends } = scenarios[name]!
    expect(await perform(play)).toMatchObject(ends)
    expect(steps.length).toBeGreaterThan(0)
  })

  test('tells each step and the end; the stack of this folder needs no key', async () => {
    const { code, text: said } = await run('trigger', 'refund')
    expect(code).toBe(0)
    expect(said).toMatch(/POST \/payment: \w+ is PENDING\n/)
    expect(said).toMatch(/refundStatus COMPLETED\n$/)
    expect(await run('trigger', 'nothing')).toMatchObject({
      code: 2,
      problem: expect.stringMatching('which scenario'),
    })
  })
})
