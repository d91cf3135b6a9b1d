import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../../../src/connectors/registry.ts'
import { commandLine } from '../../support/cli.ts'
import { freshFolder } from '../../support/key-ring.ts'
import { keys, startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { deadUrl } from '../../connectors/peer.ts'

const tollgate = commandLine({})
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

function fileOf(account: unknown): string {
  const file = join(freshFolder(), 'account.json')
  writeFileSync(file, JSON.stringify(account))
  return file
}
const accountAt = (url: string, key: string) => ({
  settings: { url: `${url}/acquirer`, timeoutMs: 1_000 },
  credential: { key },
})
const check = (account: unknown, ...options: string[]) =>
  tollgate('connectors', 'check', 'acquirer', 'sandbox', '--account', fileOf(account), ...options)

describe('connectors', () => {
  test('list names every connector', async () => {
    const { text } = await tollgate('connectors', 'list', '--json')
    expect(JSON.parse(text)).toEqual(
      connectors.map(({ kind, name, title }) => ({ kind, name, title })),
    )
  })

  test('show tells capabilities, what the account needs, and every word', async () => {
    const { code, text } = await tollgate('connectors', 'show', 'acquirer', 'sandbox')
    expect(code).toBe(0)
    for (const line of [/capabilities +partialCapture +yes/, /credential +key +The bearer key/])
      expect(text).toMatch(line)
    expect(text).toMatch(/outcomes +51 +INSUFFICIENT_FUNDS/)
    const { text: json } = await tollgate('connectors', 'show', 'acquirer', 'sandbox', '--json')
    expect(JSON.parse(json)).toMatchObject({ capabilities: { refunds: true } })
  })

  test('show of what is not there names what is', async () => {
    const { code, problem } = await tollgate('connectors', 'show', 'acquirer', 'nobody')
    expect(code).toBe(2)
    expect(problem).toContain('acquirer sandbox')
  })

  test('check says whether the provider takes the account', async () => {
    const ready = await check(accountAt(sandbox.url, keys.acquirer), '--json')
    expect([ready.code, JSON.parse(ready.text).found]).toEqual([0, 'ready'])
    const refused = await check(accountAt(sandbox.url, 'another'))
    expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('does not take')])
    const silent = await check(accountAt(await deadUrl(), keys.acquirer))
    expect([silent.code, silent.problem]).toEqual([3, expect.stringContaining('does not answer')])
  })

  test('check of an incomplete account names what is wrong, and no value', async () => {
    const account = { settings: { url: 'secret-place' }, credential: { key: 'secret-key' } }
    const { code, problem } = await check(account)
    expect(code).toBe(2)
    expect(problem).toContain('url')
    expect(problem).not.toMatch(/secret/)
    const unread = await tollgate('connectors', 'check', 'acquirer', 'sandbox', '--account', '/no')
    expect([unread.code, unread.problem]).toEqual([1, expect.stringContaining('cannot be read')])
  })
})
