import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine } from '../support/cli.ts'
import { until } from '../support/until.ts'
import { cliProcess } from '../support/cli-process.ts'
import { send } from '../support/http.ts'
import { freshFolder } from '../support/key-ring.ts'
import { card, visa } from '../support/cards.ts'
import { shop, stack } from '../support/world.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })
const authorization = `Bearer ${stack.operatorToken}`

test('a command line runs as a process of its own', async () => {
  const process = cliProcess(stack.home)
  expect(await process('--json', 'approvals', 'list')).toMatchObject({ code: 0 })
})

describe('an operator', () => {
  test('holds a payment and lets it go on, inside its own history', async () => {
    const { paymentId } = await shop.completed()
    const held = await run('payment', 'hold', paymentId, '--reason', 'case 1', '--by', 'anna')
    expect(held).toMatchObject({ code: 0, text: 'hold accepted, now paid\n' })
    expect((await shop.command(paymentId, 'refund', { amount: 1 })).status).toBe(409)
    const stuck = JSON.parse((await run('stuck', '--json')).text)
    expect(stuck).toContainEqual(
      expect.objectContaining({ id: paymentId, reason: 'held', explanation: 'held: case 1' }),
    )
    await run('payment', 'resume', paymentId, '--reason', 'seen', '--by', 'anna')
    expect((await shop.command(paymentId, 'refund', { amount: 1 })).status).toBe(200)
    const { text } = await run('payment', 'events', paymentId)
    expect(text).toMatch(/hold +operator\/anna +accepted +held/)
    expect(text).toMatch(/resume +operator\/anna +accepted +resumed/)
  })

  test('cancels a payment only when a second person agrees', async () => {
    const { paymentId } = await shop.completed()
    const asked = await run(
      ...['payment', 'cancel', paymentId, '--reason', 'fraud', '--by', 'anna', '--json'],
    )
    const { id } = JSON.parse(asked.text)
    expect((await run('approvals', 'list')).text).toContain(id)
    const alone = await run('approvals', 'approve', id, '--by', 'anna')
    expect(alone).toMatchObject({ code: 1, problem: expect.stringContaining('another person') })
    expect((await shop.status(paymentId)).status).toBe('COMPLETED')
    const agreed = await run('approvals', 'approve', id, '--by', 'jan')
    expect(agreed).toMatchObject({ code: 0, text: expect.stringContaining('cancel accepted') })
    await shop.reaches(paymentId, 'CANCELLED')
    expect(await run('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 1 })
    const { approvals } = JSON.parse((await run('payment', 'show', paymentId, '--json')).text)
    expect(approvals).toMatchObject([{ requestedBy: 'anna', approvedBy: 'jan', reason: 'fraud' }])
  })

  test('moves the clock of a sandbox payment', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(102)) })
    expect(await run('payment', 'advance', paymentId, '3600')).toMatchObject({ code: 0 })
    await shop.reaches(paymentId, 'REJECTED')
  })
})

describe('replay', () => {
  test('says OK of a payment that the present code would do again, and keeps it without persons', async () => {
    const { paymentId } = await shop.completed()
    const kept = join(freshFolder(), 'sale.json')
    const { code, text } = await run('replay', paymentId, '--keep', kept)
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^OK {5}pay\/.+\n1 replayed, 0 diverge\n$/),
    ])
    expect(existsSync(kept)).toBe(true)
    expect(readFileSync(kept, 'utf8')).not.toContain('payer@example.com')
    expect(await run('replay', '--file', kept)).toMatchObject({ code: 0 })
  })

  // A commit is in the row before it is in the history: the moment between them is no divergence.
  test('says OK of payments that move while they are looked at', async () => {
    for (let count = 0; count < 6; count += 1) {
      const { paymentId } = await shop.create({ instrument: card(visa(12)) })
      const { code, text } = await run('replay', paymentId)
      expect([code, text]).toEqual([0, expect.stringMatching(/\n1 replayed, 0 diverge\n$/)])
    }
  })

  test('wants to know which payment, and fails for one without a history', async () => {
    expect(await run('replay')).toMatchObject({ code: 2 })
    expect(await run('replay', 'nobody')).toMatchObject({ code: 1 })
  })
})

describe('prove', () => {
  test('the replayed state is the row, the sum of the postings and the log of the providers', async () => {
    const { paymentId } = await shop.completed()
    await shop.order(paymentId, 'refund', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    const { code, text } = await run('prove', paymentId)
    expect([code, text]).toEqual([
      0,
      "1 payment proved by 1 history and the providers' log, 0 differences\n",
    ])
  })

  test('a tokenization too: its history, its row, its token and what it is searched by', async () => {
    const { body } = await shop.call('POST', '/tokenizer', {
      channel: 'WEBAPI',
      merchant: { merchantId: shop.merchantId },
      customer: { email: 'payer@example.com' },
      instrument: card(visa(100)),
      device: { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } },
    })
    const { code, text } = await run('prove', body.tokenizerId)
    expect([code, text]).toEqual([0, '1 tokenization proved by 1 history, 0 differences\n'])
    expect(await run('prove', 'nobody')).toMatchObject({ code: 1 })
  })
})

describe('incident', () => {
  test('is one file that tells the story, and shows when somebody changed it', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(121)) })
    await shop.reaches(paymentId, 'REJECTED')
    const file = join(freshFolder(), 'incident.html')
    expect(await run('incident', paymentId, '--out', file)).toMatchObject({ code: 0 })
    const page = readFileSync(file, 'utf8')
    for (const told of ['INSUFFICIENT_FUNDS', '<svg', 'Replay: the present code', 'Proof: journal'])
      expect(page).toContain(told)
    expect(page).not.toContain('payer@example.com')
    expect(page).not.toMatch(/src="http|<script(?! type="application\/json")/)
    expect(await run('incident', 'verify', file)).toMatchObject({ code: 0 })
    const published = `${stack.api}/.well-known/jwks.json`
    expect(await run('incident', 'verify', file, '--keys', published)).toMatchObject({ code: 0 })
    // What is only shown, and what is told to programs.
    writeFileSync(file, page.replace('>REJECTED<', '>COMPLETED<'))
    expect(await run('incident', 'verify', file)).toMatchObject({ code: 1 })
    writeFileSync(file, page.replaceAll('"phase":"rejected"', '"phase":"paid"'))
    const { code, text } = await run('incident', 'verify', file)
    expect([code, text]).toEqual([1, expect.stringContaining('changed: payment')])
  })

  test('needs no file to write to and no folder of logs', async () => {
    const { paymentId } = await shop.completed()
    const { code, text } = await run('incident', paymentId, '--logs', '/nowhere', '--out', '-')
    expect([code, text]).toEqual([0, expect.stringContaining('no folder with logs is here')])
    const file = join(freshFolder(), 'from-output.html')
    writeFileSync(file, text)
    expect(await run('incident', 'verify', file)).toMatchObject({ code: 0 })
  })

  test('is the same on the private port, for operators only, and written down', async () => {
    const { paymentId } = await shop.completed()
    const url = `${stack.operator}/payments/${paymentId}`
    expect((await send(url)).status).toBe(401)
    const { status, text } = await send(url, { headers: { authorization, accept: 'text/html' } })
    expect(status).toBe(200)
    expect(text).toContain('<svg')
    const json = await send(url, { headers: { authorization, accept: 'application/json' } })
    expect(json.body.parts.operators).toMatchObject([{ operator: 'anna', action: 'payment.look' }])
    const missing = await send(`${stack.operator}/payments/nobody`, { headers: { authorization } })
    expect(missing.status).toBe(404)
    expect((await run('incident', 'nobody')).code).toBe(1)
  })
})

describe('the Temporal UI', () => {
  test('finds payments by what they are, and shows what happens next', async () => {
    const { paymentId } = await shop.hold(50)
    const query = encodeURIComponent(
      `WorkflowId = 'pay/${paymentId}' and PaymentStatus = 'COMPLETED'`,
    )
    const base = `${stack.temporalUi}/api/v1/namespaces/${stack.namespace}/workflows`
    let found: { searchAttributes: { indexedFields: object } }[] = []
    for (let look = 0; look < 50 && found.length === 0; look += 1)
      found = (await send(`${base}?query=${query}`)).body.executions ?? []
    expect(Object.keys(found[0]!.searchAttributes.indexedFields)).toEqual(
      expect.arrayContaining(['AmountMinor', 'Currency', 'MerchantId', 'Method', 'NextDueAt']),
    )
  })

  test('finds a captured hold by the end of its refund window, not by that of the hold', async () => {
    const { paymentId } = await shop.hold(50)
    const shown = async () => {
      const base = `${stack.temporalUi}/api/v1/namespaces/${stack.namespace}/workflows`
      const { body } = await send(`${base}/${encodeURIComponent(`pay/${paymentId}`)}`)
      const { NextDueAt } = body.workflowExecutionInfo.searchAttributes.indexedFields
      return JSON.parse(Buffer.from(NextDueAt.data, 'base64').toString()) as string
    }
    const ofTheHold = await shown()
    await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 50 })
    await until('the new deadline', shown, (at) => at > ofTheHold)
    expect(await run('prove', paymentId)).toMatchObject({ code: 0 })
  })

  test('tells in a history which commands came and what was decided', async () => {
    const { paymentId } = await shop.hold(50)
    await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 50 })
    const workflow = encodeURIComponent(`pay/${paymentId}`)
    const base = `${stack.temporalUi}/api/v1/namespaces/${stack.namespace}/workflows/${workflow}`
    interface Told {
      eventType: string
      markerRecordedEventAttributes?: { details?: { result?: { payloads: object[] } } }
      workflowExecutionSignaledEventAttributes?: { signalName: string }
      userMetadata?: { summary?: object }
    }
    const events = async () => (await send(`${base}/history`)).body.history.events as Told[]
    const told = await until('the capture', events, (all) =>
      all.some((one) => one.workflowExecutionSignaledEventAttributes?.signalName === 'capture'),
    )
    const markers = told.filter(({ eventType }) => eventType.includes('MARKER'))
    const summaries = markers.flatMap(({ userMetadata }) => userMetadata?.summary ?? [])
    const results = markers.flatMap(
      ({ markerRecordedEventAttributes: marker }) => marker?.details?.result?.payloads ?? [],
    )
    const words = await decode(summaries)
    expect(words[0]).toMatch(/^create: created/)
    // What came of the call stands in the result of its step, or where it took longer beside its own.
    expect([...words, ...(await decode(results))]).toSatisfy((all: unknown[]) =>
      all.some((one) => /^authorize approved: |"answer":{"type":"approved"/.test(textOf(one))),
    )
  })

  test('is told where payloads are decoded', async () => {
    const { body } = await send(`${stack.temporalUi}/api/v1/settings`)
    expect(body.Codec.Endpoint).toBe(`${stack.operator}/codec`)
  })
})

const textOf = (one: unknown): string => (typeof one === 'string' ? one : JSON.stringify(one))

/** Payloads of a history as the Temporal UI shows them to an operator. */
async function decode(payloads: object[]): Promise<unknown[]> {
  const { body } = await send(`${stack.operator}/codec/decode`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ payloads }),
  })
  return body.payloads.map(({ data }: { data: string }) =>
    JSON.parse(Buffer.from(data, 'base64').toString()),
  )
}
