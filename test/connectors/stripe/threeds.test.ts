import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthenticationRequest, ThreeDs } from '../../../src/connectors/threeds.ts'
import { definition } from '../../../src/connectors/stripe/threeds/definition.ts'
import { keys, startSandbox, until, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { authenticationQuestion } from '../authentication-question.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const openServer = (settings: object = {}): ThreeDs =>
  definition.open({
    settings: { url: `${sandbox.url}/stripe`, timeoutMs: 1_000, ...settings },
    credential: { secretKey: keys.stripe, webhookKey: webhookKeys.stripe },
  })

const questionOf = (scenario: number, change: Partial<AuthenticationRequest> = {}) =>
  authenticationQuestion(scenario, {
    browser: { language: 'pl-PL', ip: '192.0.2.1', javascriptEnabled: 'true', timezone: '-60' },
    ...change,
  })

/** What the simulator was asked; it forgets the card itself. */
const askedOf = async (serverTransId: string) => {
  const { body } = await sandbox.get(`/stripe/simulator/authentications/${serverTransId}`)
  return (body as { asked: Record<string, string> }).asked
}

const challengedBy = async (question: AuthenticationRequest, settings: object = {}) => {
  const outcome = await openServer(settings).authenticate(question)
  if (outcome.type !== 'challenge') throw new Error(`no challenge but ${outcome.type}`)
  return outcome
}

describe('the fingerprint', () => {
  const profiled = async () => {
    const server = openServer()
    const question = questionOf(110, { mayProfile: true })
    const outcome = await server.authenticate(question)
    if (outcome.type !== 'profile') throw new Error(`no page but ${outcome.type}`)
    return { server, question, ...outcome }
  }

  test('is taken on a page of ours, and then it is submitted with what was found', async () => {
    const { server, question, serverTransId, url } = await profiled()
    expect(url).toMatch(/^http.*\/fingerprint\/tdsa_/)
    const method = { serverTransId, indicator: 'Y' as const, result: 'e30=' }
    expect(await server.authenticate({ ...question, method })).toMatchObject({
      type: 'authenticated',
    })
  })

  test('is not waited for: what did not come in time is submitted without', async () => {
    const { server, question, serverTransId } = await profiled()
    const method = { serverTransId, indicator: 'N' as const }
    expect(await server.authenticate({ ...question, method })).toMatchObject({ type: 'challenge' })
  })

  test('is submitted once, however often it is asked for', async () => {
    const { server, question, serverTransId } = await profiled()
    await sandbox.post('/faults', {
      provider: 'stripe',
      operation: 'submit',
      action: 'cut',
      when: 'after',
      times: 1,
      referencePrefix: serverTransId,
    })
    const method = { serverTransId, indicator: 'Y' as const, result: 'e30=' }
    const first = await server.authenticate({ ...question, method })
    expect(first).toMatchObject({ type: 'authenticated' })
    expect(await server.authenticate({ ...question, method })).toEqual(first)
  })

  test.each([
    ['nobody can show its page', { mayProfile: false }],
    ['the browser runs no scripts', { mayProfile: true, browser: { javascriptEnabled: false } }],
  ])('is left out where %s', async (_, change) => {
    expect(await openServer().authenticate(questionOf(110, change))).toMatchObject({
      type: 'challenge',
    })
  })
})

test('an answer that Stripe keeps as a failure is looked for among what it has', async () => {
  const question = questionOf(100)
  const fault = {
    provider: 'stripe',
    operation: 'authenticate',
    referencePrefix: question.reference,
  }
  await sandbox.post('/faults', { ...fault, action: 'http500', when: 'after', times: 2 })
  expect(await openServer().authenticate(question)).toMatchObject({ type: 'authenticated' })
})

test('a silence on every way is an outage, and the next try finds the same authentication', async () => {
  const question = questionOf(102)
  const fault = { provider: 'stripe', action: 'http500', when: 'after' }
  const { reference: referencePrefix } = question
  await sandbox.post('/faults', { ...fault, operation: 'authenticate', times: 2, referencePrefix })
  await sandbox.post('/faults', { ...fault, operation: 'list', times: 1 })
  expect(await openServer().authenticate(question)).toMatchObject({ type: 'unavailable' })
  const again = await challengedBy(question)
  expect(await challengedBy(question)).toEqual(again)
})

test('the acquirer is named whole where it is not Stripe, by the network of the card', async () => {
  const visa = { bin: '424242', merchantId: 'VISA-MID', country: 'PL' }
  const acquirer = { bin: '400001', merchantId: 'MID', country: 'DE' }
  const settings = { acquirer, schemes: { VISA: { acquirer: visa, requestorId: 'V0001' } } }
  const own = await challengedBy(questionOf(102), settings)
  expect(await askedOf(own.serverTransId)).toMatchObject({
    'acquirer_details[acquirer_bin]': '424242',
    'acquirer_details[acquirer_merchant_id]': 'VISA-MID',
    'acquirer_details[acquirer_country]': 'PL',
    'acquirer_details[requestor_id]': 'V0001',
    'channel[browser][timezone_offset]': '-60',
    currency: 'eur',
  })
  const stripe = await challengedBy(questionOf(102))
  const asked = Object.keys(await askedOf(stripe.serverTransId))
  expect(asked.filter((name) => name.startsWith('acquirer_details'))).toEqual([])
})

test('the first payment of an agreement says how it goes on', async () => {
  const recurring = { expiry: '20301231', cycleDays: 30 }
  const { serverTransId } = await challengedBy(questionOf(102, { recurring }))
  expect(await askedOf(serverTransId)).toMatchObject({
    'future_usage[type]': 'recurring',
    'future_usage[recurring][expiry][date]': '2030-12-31',
    'future_usage[recurring][interval_count]': '30',
  })
})

test('an event of the end wakes; a forged one and one of something else do not', async () => {
  const { serverTransId, pageUrl = '' } = await challengedBy(questionOf(102))
  await fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ otp: '123456' }) })
  const caught = await until(() =>
    sandbox.gateway.caught.find(({ text }) => text.includes(serverTransId)),
  )
  const message = { rawBody: Buffer.from(caught.text), signature: caught.stripeSignature }
  const wakes = (key: string) => definition.webhook?.wakes?.(message, [key], Date.now())
  expect(wakes(webhookKeys.stripe)).toEqual({ type: 'news', serverTransId })
  expect(wakes('whsec_other')).toEqual({ type: 'forged' })
})

describe('with the client of Stripe itself', () => {
  let front: Server
  beforeAll(async () => {
    // Its paths begin at the root: a sandbox serves several providers, Stripe under a path of its own.
    front = createServer((asked, answer) => {
      const { method, headers, url = '' } = asked
      const forwarded = request(`${sandbox.url}/stripe${url}`, { method, headers }, (come) => {
        answer.writeHead(come.statusCode ?? 500, come.headers)
        come.pipe(answer)
      })
      asked.pipe(forwarded)
    })
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  })
  afterAll(() => {
    front.close()
  })

  const client = () =>
    new Stripe(keys.stripe, {
      protocol: 'http',
      host: '127.0.0.1',
      port: (front.address() as AddressInfo).port,
      maxNetworkRetries: 0,
      telemetry: false,
    })

  test('the simulator is Stripe: created, submitted, challenged, read, listed, cancelled', async () => {
    const { authentications } = client().threeDSecure
    const created = await authentications.create({
      message_category: 'payment_authentication',
      amount: 1_000,
      currency: 'eur',
      payment_method_data: {
        type: 'card',
        card: { number: '4000002760003184', exp_month: 12, exp_year: 2034 },
      },
      channel: {
        type: 'browser',
        browser: {
          accept_header: '*/*',
          ip_address: '192.0.2.1',
          javascript_enabled: true,
          language: 'pl',
          user_agent: 'Mozilla/5.0',
        },
      },
      metadata: { reference: 'by-their-client' },
    })
    expect(created).toMatchObject({ status: 'requires_submission', directory_server: 'visa' })
    const submitted = await authentications.submit(created.id)
    expect(submitted.status).toBe('requires_challenge')
    const body = new URLSearchParams({ otp: '123456' })
    const { pathname } = new URL(submitted.challenge_url ?? '')
    await fetch(sandbox.url + pathname, { method: 'POST', body })
    const read = await authentications.retrieve(created.id)
    expect(read).toMatchObject({ status: 'succeeded', outcome: 'authenticated' })
    expect(read.outcome_details).toMatchObject({ ares_trans_status: 'C', rreq_trans_status: 'Y' })
    const { data } = await authentications.list({ limit: 3, created: { gte: created.created } })
    expect(data.map(({ id }) => id)).toContain(created.id)
    await expect(authentications.cancel(created.id)).rejects.toThrow()
  })

  test('both clients read the same proof', async () => {
    const { serverTransId, pageUrl = '' } = await challengedBy(questionOf(102))
    await fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ otp: '123456' }) })
    const theirs = await client().threeDSecure.authentications.retrieve(serverTransId)
    const ours = await openServer().result(serverTransId)
    const details = theirs.outcome_details
    expect(ours).toEqual({
      type: 'final',
      outcome: {
        type: 'authenticated',
        cavv: details?.cryptogram,
        eci: details?.eci,
        dsTransId: details?.ds_transaction_id,
        version: details?.protocol_version,
      },
    })
  })
})
