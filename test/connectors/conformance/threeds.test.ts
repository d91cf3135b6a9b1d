import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threeDsServers } from '../../../src/connectors/registry.ts'
import type {
  AuthenticationOutcome,
  AuthenticationRequest,
  Challenge,
  ThreeDs,
} from '../../../src/connectors/threeds.ts'
import { authenticationQuestion } from '../authentication-question.ts'
import { deadUrl } from '../peer.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'
import { threeDsPeers } from './threeds-peers.ts'

test('every 3-D Secure server has a simulator', () => {
  expect(Object.keys(threeDsPeers).sort()).toEqual(threeDsServers.map(({ name }) => name).sort())
})

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.each(threeDsServers)('3-D Secure server $name', (definition) => {
  const peer = threeDsPeers[definition.name]!
  let server: ThreeDs
  beforeAll(() => {
    server = definition.open(peer.account(sandbox.url))
  })

  const questionOf = (scenario: number, change: Partial<AuthenticationRequest> = {}) =>
    authenticationQuestion(scenario, {
      browser: { language: 'pl-PL', ip: '192.0.2.1', javascriptEnabled: true, colorDepth: 24 },
      email: 'payer@example.com',
      notificationUrl: `${sandbox.gateway.url}/acs`,
      resultsUrl: `${sandbox.gateway.url}/results`,
      ...change,
    })
  const ask = (scenario: number, change?: Partial<AuthenticationRequest>) =>
    server.authenticate(questionOf(scenario, change))
  const challenged = async (scenario = 102): Promise<Challenge> => {
    const outcome = await ask(scenario)
    if (outcome.type !== 'challenge') throw new Error(`no challenge but ${outcome.type}`)
    return outcome
  }
  const spoil = (fault: object) => sandbox.post('/faults', { provider: peer.simulator, ...fault })
  const proof = {
    eci: '05',
    cavv: expect.stringMatching(/^[\w+/]{27}=$/) as string,
    dsTransId: expect.any(String) as string,
    version: '2.2.0',
  }

  test('an account is taken, or refused, or nobody is there', async () => {
    const account = peer.account(sandbox.url)
    expect(await definition.probe(account)).toBe('ready')
    expect(await definition.probe({ ...account, credential: peer.wrongCredential })).toBe('refused')
    expect(await definition.probe(peer.account(await deadUrl()))).toBe('silent')
  })

  test.each<[string, number, AuthenticationOutcome['type']]>([
    ['is sure', 100, 'authenticated'],
    ['has tried', 101, 'attempted'],
    ['says no', 103, 'failed'],
    ['says never', 104, 'failed'],
    ['could not', 105, 'unavailable'],
    ['does not take part', 107, 'notEnrolled'],
    ['wants the payer', 102, 'challenge'],
  ])('an issuer that %s (%i): %s', async (_, scenario, type) => {
    expect(await ask(scenario)).toMatchObject({ type })
  })

  test('a success comes with its proof, and an attempt with its own indicator', async () => {
    expect(await ask(100)).toEqual({ type: 'authenticated', ...proof })
    expect(await ask(101)).toEqual({ type: 'attempted', ...proof, eci: '06' })
  })

  test('a card is stored without an amount', async () => {
    const outcome = await ask(100, { category: 'nonPayment', amountMinor: 0 })
    expect(outcome).toMatchObject({ type: 'authenticated' })
  })

  test('an issuer that must challenge does', async () => {
    expect(await ask(128, { challengeMandated: true })).toMatchObject({ type: 'challenge' })
  })

  test.each([true, false])(
    'a challenge is open until the payer has answered: %s',
    async (passes) => {
      const challenge = await challenged()
      expect(await server.result(challenge.serverTransId)).toEqual({ type: 'pending' })
      await peer.answer(sandbox, challenge, passes)
      const found = await until(async () => {
        const now = await server.result(challenge.serverTransId)
        return now.type === 'final' ? now.outcome : undefined
      })
      if (passes) expect(found).toEqual({ type: 'authenticated', ...proof })
      else expect(found).toMatchObject({ type: 'failed', transStatus: 'N' })
    },
  )

  test('where the result has to be asked for, the challenge says so', async () => {
    const { pull } = await challenged()
    expect(pull === true).toBe(definition.capabilities.results === 'pull')
  })

  test('a browser gets one way to the challenge, and an address of the web', async () => {
    const { acsUrl, pageUrl } = await challenged()
    expect([acsUrl, pageUrl].filter((url) => url !== undefined)).toEqual([
      expect.stringMatching(/^https?:/),
    ])
  })

  test('an app is asked about only where there is such a channel', async () => {
    if (definition.capabilities.app) return
    const sdk = { sdkAppID: 'a' } as AuthenticationRequest['sdk']
    expect(await ask(100, { sdk })).toMatchObject({ type: 'refused' })
  })

  test('a wrong key is a refusal, and a dead line an outage', async () => {
    const account = { ...peer.account(sandbox.url), credential: peer.wrongCredential }
    const stranger = definition.open(account)
    expect(await stranger.authenticate(questionOf(100))).toMatchObject({ type: 'refused' })
    const away = definition.open(peer.account(await deadUrl()))
    expect(await away.authenticate(questionOf(100))).toMatchObject({ type: 'unavailable' })
    expect(await away.result('anything')).toEqual({ type: 'unknown' })
  })

  test.each([
    ['cut', 'after'],
    ['http500', 'after'],
    ['cut', 'before'],
    ['slow', 'after'],
  ])('an answer that is lost (%s %s) authenticates nobody twice', async (action, when) => {
    const question = questionOf(100)
    const repeatable = peer.knowsRepeats
    const of = repeatable ? { referencePrefix: question.reference } : {}
    const fault = { operation: 'authenticate', action, when, times: 1, ...of }
    await spoil(action === 'slow' ? { ...fault, delayMs: TIMEOUT_MS * 2 } : fault)
    const type = repeatable ? 'authenticated' : 'unavailable'
    expect(await server.authenticate(question)).toMatchObject({ type })
    if (peer.countOf) expect(await peer.countOf(sandbox, question.reference)).toBe(1)
  })

  test('a garbled answer opens no door', async () => {
    const question = questionOf(100)
    const of = peer.knowsRepeats ? { referencePrefix: question.reference } : {}
    await spoil({ operation: 'authenticate', action: 'garbage', when: 'after', times: 1, ...of })
    expect(await server.authenticate(question)).toEqual({ type: 'refused', because: 'garbled' })
  })

  test('a question after the result that is not answered learns nothing', async () => {
    const { serverTransId } = await challenged()
    const of = { referencePrefix: serverTransId }
    await spoil({ operation: 'inquire', action: 'http500', when: 'before', times: 1, ...of })
    expect(await server.result(serverTransId)).toEqual({ type: 'unknown' })
    expect(await server.result(serverTransId)).toEqual({ type: 'pending' })
  })

  test('nobody is known under a name that was never given', async () => {
    const name = definition.name === 'stripe' ? 'tdsa_nobody' : 'nobody'
    expect(await server.result(name)).toEqual({ type: 'notFound' })
  })
})
