import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors, givesMoneyBack, takesSeveralCaptures } from '../../src/connectors/registry.ts'
import { reasonOf } from '../../src/domain/reasons/reason.ts'
import { keys, startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { deadUrl } from './peer.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.each(connectors.filter(({ name }) => name === 'sandbox'))(
  '$kind sandbox',
  (definition) => {
    const { kind, credential } = definition
    const keyed = (key: string) => ({
      key,
      ...('webhookKey' in credential.shape && { webhookKey: 'of its messages' }),
    })
    const account = (url: string, key: string) => ({
      settings: { url: `${url}/${kind}`, timeoutMs: 1_000 },
      credential: keyed(key),
    })

    test('is ready with its key, refused with another, silent when it is away', async () => {
      expect(await definition.probe(account(sandbox.url, keys[kind]))).toBe('ready')
      expect(await definition.probe(account(sandbox.url, 'another'))).toBe('refused')
      expect(await definition.probe(account(await deadUrl(), keys[kind]))).toBe('silent')
    })
  },
)

describe.each(connectors)('$kind $name', ({ settings, credential, outcomes, webhook }) => {
  test('says what each member of an account is for', () => {
    for (const [name, member] of Object.entries({ ...settings.shape, ...credential.shape }))
      expect((member as { meta(): { description?: string } }).meta().description, name).toBeTruthy()
  })

  test('maps every word to an outcome or a reason of ours', () => {
    expect(Object.keys(outcomes).length).toBeGreaterThan(0)
    for (const [word, meaning] of Object.entries(outcomes))
      expect(reasonOf(meaning) !== undefined || /^[a-z][A-Za-z]+$/.test(meaning), word).toBe(true)
  })

  test('has a key of its own for its messages, when it sends any', () => {
    if (webhook) expect(Object.keys(credential.shape)).toContain(webhook.key ?? 'webhookKey')
  })
})

test('a hold is captured in parts only where its acquirer takes several captures', () => {
  expect(takesSeveralCaptures(undefined)).toBe(true)
  expect(takesSeveralCaptures('sandbox/main')).toBe(true)
  expect(takesSeveralCaptures('stripe/main')).toBe(false)
  expect(takesSeveralCaptures('nobody/main')).toBe(false)
})

test('money goes back through those who can give it back, and through nobody else', () => {
  for (const kind of ['bank', 'blik'] as const) {
    for (const via of [undefined, 'sandbox/main', 'autopay/main'])
      expect(givesMoneyBack(kind, via)).toBe(true)
    expect(givesMoneyBack(kind, 'nobody/main')).toBe(false)
  }
})
