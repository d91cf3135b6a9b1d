import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWalletRoots } from '../../activities/wallet-roots.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { freshFolder } from '../support/key-ring.ts'
import { p256, spkiBase64 } from '../wallets/support/google-wallet.ts'
import { appleContext } from '../wallets/support/apple-wallet.ts'

const TICK_MS = 20
const log = { error: vi.fn(), info: vi.fn() }

const newKey = () => spkiBase64(p256().publicKey)
const googleDocument = (keyValue: string) => ({
  keys: [{ keyValue, protocolVersion: 'ECv2', keyExpiration: '2154841200000' }],
})

/** Serves what it is told to. */
let answer: { status: number; body: string }
let asked = 0
const server = createServer((_, response) => {
  asked += 1
  response.writeHead(answer.status).end(answer.body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())
const url = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys.json`

const none = { rootsFile: undefined, rootsUrl: undefined, googleKeysUrl: undefined }

async function failures(metrics: ReturnType<typeof createMetrics>, source: string) {
  const { values } = await metrics.walletRootReads.get()
  const of = values.find(({ labels }) => labels.source === source && labels.outcome === 'failed')
  return of?.value ?? 0
}

describe('a file of roots', () => {
  test('is read again when it was changed, and a broken one leaves the old and is counted', async () => {
    const path = join(freshFolder(), 'roots.json')
    const write = (text: string) => {
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    }
    const [first, second] = [newKey(), newKey()]
    write(JSON.stringify({ google: googleDocument(first), apple: appleContext.roots }))
    const metrics = createMetrics('worker')
    const roots = createWalletRoots(
      { ...none, rootsFile: path },
      { log, metrics },
      { tickMs: TICK_MS },
    )
    expect(await roots()).toMatchObject({ google: { ECv2: [{ keyValue: first }] } })

    write('{ "google": ')
    await expect.poll(() => failures(metrics, 'file')).toBeGreaterThan(1)
    write(JSON.stringify({ google: { keys: [] } }))
    const before = await failures(metrics, 'file')
    await expect.poll(() => failures(metrics, 'file')).toBeGreaterThan(before + 1)
    expect(await roots()).toMatchObject({ google: { ECv2: [{ keyValue: first }] } })

    write(JSON.stringify({ google: googleDocument(second) }))
    await expect.poll(async () => (await roots()).google?.ECv2[0]?.keyValue).toBe(second)
    expect((await roots()).apple).toBeUndefined()
  })

  test('that was never there fails whoever needs it', async () => {
    const roots = createWalletRoots(
      { ...none, rootsFile: '/nowhere' },
      { log },
      { tickMs: TICK_MS },
    )
    await expect(roots()).rejects.toThrow('ENOENT')
  })
})

describe("Google's address", () => {
  test('stands before the keys of the file, and is asked once an hour', async () => {
    const path = join(freshFolder(), 'roots.json')
    const [inFile, atGoogle] = [newKey(), newKey()]
    writeFileSync(path, JSON.stringify({ google: { ECv2: [inFile] }, apple: appleContext.roots }))
    answer = { status: 200, body: JSON.stringify(googleDocument(atGoogle)) }
    asked = 0
    const wallets = { ...none, rootsFile: path, googleKeysUrl: url() }
    let now = 0
    const roots = createWalletRoots(wallets, { log }, { tickMs: TICK_MS, now: () => now })
    expect(await roots()).toEqual({
      apple: appleContext.roots,
      google: { ECv2: [{ keyValue: atGoogle, keyExpirationMs: 2_154_841_200_000 }] },
    })
    const next = newKey()
    answer = { status: 200, body: JSON.stringify(googleDocument(next)) }
    now = 3_599_999
    await new Promise((resolve) => setTimeout(resolve, 3 * TICK_MS))
    expect(asked).toBe(1)
    now = 3_600_000
    await expect.poll(async () => (await roots()).google?.ECv2[0]?.keyValue).toBe(next)
  })

  test('that does not answer, or with something else, is counted and changes nothing', async () => {
    const key = newKey()
    answer = { status: 200, body: JSON.stringify(googleDocument(key)) }
    const metrics = createMetrics('worker')
    const wallets = { ...none, googleKeysUrl: url() }
    let now = 0
    const roots = createWalletRoots(wallets, { log, metrics }, { tickMs: TICK_MS, now: () => now })
    await roots()
    now = 3_600_000
    for (const wrong of [
      { status: 503, body: JSON.stringify(googleDocument(newKey())) },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"keys":[]}' },
    ]) {
      answer = wrong
      const before = await failures(metrics, 'google')
      await expect.poll(() => failures(metrics, 'google')).toBeGreaterThan(before + 1)
      expect((await roots()).google?.ECv2).toMatchObject([{ keyValue: key }])
    }
  })
})

test('without a source no wallet has roots', async () => {
  expect(await createWalletRoots(none, { log }, { tickMs: TICK_MS })()).toEqual({})
})
