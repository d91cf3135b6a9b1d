import { describe, expect, test } from 'vitest'
import { createRoutedAcquirer } from '../../activities/routed-acquirer.ts'
import type { Acquirer, AcquirerDefinition } from '../../src/connectors/acquirer.ts'
import { AccountError } from '../../src/connectors/definition.ts'
import type { OpenAccount } from '../../src/postgres/providers/connector-accounts.ts'

const request = { reference: 'later', originalReference: 'charge', amountMinor: 1, currency: 'PLN' }
const to = { merchantId: 'M1', connector: 'other', account: 'main' }

/** An acquirer that says who it is and what it was asked. */
function named(authCode: string, asked: unknown[]): Acquirer {
  const answer = (one: unknown) => {
    asked.push(one)
    return Promise.resolve({ type: 'approved', authCode } as const)
  }
  return { capture: answer, reverse: answer } as unknown as Acquirer
}

function start() {
  const asked: unknown[] = []
  const problems: object[] = []
  const opened: unknown[] = []
  let stored: OpenAccount | undefined = {
    settings: { url: 'a' },
    credentials: [{ key: 'new' }, { key: 'old' }],
    version: '1',
  }
  const definition = {
    name: 'other',
    open(account: { settings: { url?: string } }) {
      if (account.settings.url === undefined) throw new AccountError('wrong setting: url')
      opened.push(account)
      return named('other', asked)
    },
  } as unknown as AcquirerDefinition
  const acquirer = createRoutedAcquirer({
    reportedBatches: (_, reports) => reports,
    own: named('own', asked),
    definitions: [definition],
    accounts: { open: () => Promise.resolve(stored) },
    guard: () => ({}),
    log: { error: (problem: object) => void problems.push(problem) } as never,
  })
  return {
    acquirer,
    asked,
    opened,
    problems,
    store: (one: OpenAccount | undefined) => (stored = one),
  }
}

describe('an operation', () => {
  test('without an account goes to the acquirer of the installation', async () => {
    const { acquirer, asked } = start()
    expect(await acquirer.capture(request)).toEqual({ type: 'approved', authCode: 'own' })
    expect(asked).toEqual([request])
  })

  test('goes through the account that it names, and is not told of it', async () => {
    const { acquirer, asked, opened } = start()
    const answer = await acquirer.capture({ ...request, to })
    expect(answer).toEqual({ type: 'approved', authCode: 'other' })
    expect(asked).toEqual([request])
    expect(opened).toEqual([{ settings: { url: 'a' }, credential: { key: 'new' } }])
  })

  test('keeps its connections until the account changes', async () => {
    const { acquirer, opened, store } = start()
    await acquirer.capture({ ...request, to })
    await acquirer.capture({ ...request, to })
    expect(opened).toHaveLength(1)
    store({ settings: { url: 'b' }, credentials: [{}], version: '2' })
    await acquirer.capture({ ...request, to })
    expect(opened).toHaveLength(2)
  })

  test('of an account that is not there, or not right, is not sent, and a reversal is not called done', async () => {
    const { acquirer, asked, problems, store } = start()
    const unknown = { type: 'unknown', because: 'noAnswer' }
    for (const account of [undefined, { settings: {}, credentials: [{}], version: '3' }]) {
      store(account)
      expect(await acquirer.capture({ ...request, to })).toEqual({ type: 'notSent' })
      expect(await acquirer.reverse({ ...request, to, reason: 'TIMEOUT' })).toEqual(unknown)
    }
    const stranger = { ...to, connector: 'stranger' }
    expect(await acquirer.capture({ ...request, to: stranger })).toEqual({ type: 'notSent' })
    expect(asked).toEqual([])
    expect(problems).toEqual([expect.objectContaining(to), expect.objectContaining(to)])
  })
})
