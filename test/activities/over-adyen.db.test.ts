import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAcquirerActivities } from '../../activities/acquirer.ts'
import type { Deps } from '../../activities/deps.ts'
import { createRoutedAcquirer } from '../../activities/routed-acquirer.ts'
import { definition } from '../../src/connectors/adyen/definition.ts'
import type { Call, Outcome } from '../../src/domain/actor/call.ts'
import { callRequestOf } from '../../src/domain/payment/call-request.ts'
import { createIntents } from '../../src/postgres/intents.ts'
import { makeCard } from '../../src/sandbox/cards.ts'
import { acquirerPeers } from '../connectors/conformance/peers.ts'
import { createCommand, preauth, Story } from '../domain/payment/support.ts'
import { startSandbox, until } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { createDatabase } from '../support/database.ts'
import { openPool } from '../support/open-pool.ts'

const peer = acquirerPeers['adyen']!
let sandbox: RunningSandbox
let activities: ReturnType<typeof createAcquirerActivities>
let number = ''
let dropDatabase: () => Promise<void>

beforeAll(async () => {
  sandbox = await startSandbox()
  await peer.listen?.(sandbox)
  const database = await createDatabase()
  const pool = openPool(database.url)
  dropDatabase = async () => {
    await pool.end()
    await database.drop()
  }
  const { settings, credential } = peer.account(sandbox.url)
  const stored = { version: 1, settings, credentials: [credential] }
  const acquirer = createRoutedAcquirer({
    reportedBatches: (_, reports) => reports,
    own: definition.open(peer.account('http://127.0.0.1:1')),
    definitions: [definition],
    accounts: { open: () => Promise.resolve(stored) } as never,
    guard: () => ({}),
    log: console,
  })
  activities = createAcquirerActivities({
    acquirer,
    intents: createIntents(pool),
    vault: { read: () => Promise.resolve({ number, expDate: '203412' }) },
    secrets: { read: () => ({ cvv: '123' }), wipe: () => undefined },
    routing: { charges: { note: () => Promise.resolve() } },
    cardBook: { learn: () => Promise.resolve() },
    publicUrl: 'https://gateway.example',
    log: console,
  } as unknown as Deps)
}, 120_000)
afterAll(async () => {
  await sandbox.stop()
  await dropDatabase()
})

const performers = {
  authorize: 'authorize',
  capture: 'capture',
  refund: 'refundCard',
  reverse: 'reverse',
  inquire: 'inquire',
} as const

/** What the world answers, until it does: an activity is repeated as Temporal would. */
async function perform({ state }: Story, call: Call): Promise<Outcome> {
  if (call.kind === 'route')
    return {
      type: 'routed',
      choice: { others: 0, accounts: [], authentication: { by: 'acquirer' } },
    }
  const activity = activities[performers[call.kind as keyof typeof performers]]
  const request = callRequestOf(state, call)
  for (let attempt = 1; ; attempt += 1) {
    const environment = new MockActivityEnvironment(undefined, {
      logger: new DefaultLogger('ERROR'),
    })
    try {
      return await environment.run<[], Outcome, () => Promise<Outcome>>(() => activity(request))
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

/** All that is to be asked of the world is asked. */
async function goOn(story: Story): Promise<Story> {
  for (;;) {
    const [call] = story.state.calls
    if (!call) return story
    story.answer(await perform(story, call))
  }
}

const { merchant } = createCommand()
const own = {
  ...merchant,
  acquirer: 'adyen/main',
  waysFirst: true as const,
  undoesLateCharges: true as const,
}

function begin(card: string, changes = {}): Story {
  number = card
  const paymentId = randomBytes(20).toString('hex').replace(/\d/g, 'x').slice(0, 26)
  return Story.of({ merchant: own, paymentId, ...changes })
}
const GOOD = makeCard('400000', 100)
const ASKS = makeCard('400000', 102)

const moved = async ({ state }: Story) =>
  (await sandbox.log(state.id))
    .filter(({ processed }) => processed)
    .map(({ operation, amountMinor }) => `${operation} ${String(amountMinor)}`)

/** The messages that Adyen has sent of a payment, as the gateway hears them. */
async function hear(story: Story, eventCode: string): Promise<void> {
  const { text } = await until(() =>
    sandbox.gateway.caught.find(
      (one) => one.text.includes(story.state.id) && one.text.includes(`"${eventCode}"`),
    ),
  )
  const rawBody = Buffer.from(text)
  const keys = [peer.webhook!.key]
  const news = definition.webhook!.read({ rawBody, signature: undefined }, keys, Date.now())
  if (news.type !== 'outcome') throw new Error(`no news but ${news.type}`)
  const { reference, outcome } = news
  story.command({ name: 'acquirerNews', reference, outcome })
}

const passes = async (story: Story): Promise<string> => {
  const page = new URL(story.state.redirect?.url ?? '').pathname
  const answered = await sandbox.submit(page, { otp: '123456' })
  const back = new URL(answered.headers.get('location') ?? '')
  expect(back.origin).toBe('https://gateway.example')
  return back.searchParams.get('redirectResult') ?? ''
}

test('a payer who is asked by Adyen has paid when the browser is back, and the hold is captured and refunded', async () => {
  const story = await goOn(begin(ASKS, preauth))
  expect(story.state.phase).toBe('redirected')
  const reference = story.state.redirect?.charge.reference ?? ''
  const proof = await passes(story)
  story.command({ name: 'payerReturned', reference, proof }).until('redirectResult')
  await goOn(story)
  expect(story.state).toMatchObject({ phase: 'authorized', authentication: { transStatus: 'Y' } })
  await goOn(story.command({ name: 'capture', amountMinor: 3_000 }))
  await goOn(story.command({ name: 'refund', amountMinor: 1_000 }))
  expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 3_000, refundedMinor: 1_000 })
  expect(await moved(story)).toEqual(['authorize 10000', 'capture 3000', 'refund 1000'])
})

test('a payer who never comes back has paid: a message tells', async () => {
  const story = await goOn(begin(ASKS))
  await passes(story)
  await hear(story, 'AUTHORISATION')
  expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000 })
})

test.each([
  ['answer', 'after'],
  ['request', 'before'],
])('a lost %s is found out by sending the same again, and the charge is one', async (_, when) => {
  const story = begin(GOOD)
  story.answer(await perform(story, story.state.calls[0]!))
  const fault = { operation: 'authorize', referencePrefix: story.state.id, action: 'cut', when }
  await sandbox.post('/faults', { provider: 'adyen', times: 1, ...fault })
  await goOn(story)
  expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000 })
  expect(await moved(story)).toEqual(['authorize 10000'])
})

test('an answer that never comes closes the charge, which is undone', async () => {
  const story = begin(GOOD)
  story.answer(await perform(story, story.state.calls[0]!))
  const fault = { operation: 'authorize', referencePrefix: story.state.id, action: 'cut' }
  await sandbox.post('/faults', { provider: 'adyen', times: 3, when: 'after', ...fault })
  await goOn(story)
  expect(story.state).toMatchObject({ phase: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' })
  expect((await moved(story)).map((one) => one.split(' ')[0])).toEqual(['authorize', 'reverse'])
})

test('a capture that fails later is taken back, and the hold captured again', async () => {
  const story = await goOn(begin(GOOD, preauth))
  await goOn(story.command({ name: 'capture', amountMinor: 3_000 }))
  const { reference = '' } = story.state.transactions.find(({ type }) => type === 'CAPTURE')!
  await sandbox.post(`/adyen/simulator/modifications/${reference}/fail`)
  await hear(story, 'CAPTURE_FAILED')
  expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 0 })
})

test('who pays after the merchant has cancelled gets it back', async () => {
  const story = await goOn(begin(ASKS))
  const reference = story.state.redirect?.charge.reference ?? ''
  await goOn(story.command({ name: 'cancel', by: 'merchant' }))
  expect(story.state.phase).toBe('cancelled')
  const outcome = { type: 'approved', acquirerRef: 'PSPLATE' } as const
  story.command({ name: 'acquirerNews', reference, outcome })
  expect(story.call).toMatchObject({ kind: 'reverse', acquirerRef: 'PSPLATE' })
})
