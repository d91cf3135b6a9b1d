import { readFile, stat } from 'node:fs/promises'
import type { GatewayConfig } from '../src/settings/config.ts'
import type { Log } from '../src/process/log.ts'
import type { Metrics } from '../src/process/metrics.ts'
import { GoogleRoots, WalletRoots } from '../src/wallets/roots.ts'
import { present } from '../src/domain/present.ts'

type RootSettings = Pick<GatewayConfig['wallets'], 'rootsFile' | 'rootsUrl' | 'googleKeysUrl'>

interface Reporting {
  log: Pick<Log, 'error' | 'info'>
  metrics?: Metrics | undefined
}

const TICK_MS = 60_000
const ADDRESS_LIFE_MS = 3_600_000
const FETCH_MS = 5_000

/**
 * The roots that wallets' signatures are checked against. Once a minute a file is looked at for
 * changes, once an hour an address is read again. What cannot be read leaves what was read before in
 * its place, and is counted for the alarm.
 */
export function createWalletRoots(
  { rootsFile, rootsUrl, googleKeysUrl }: RootSettings,
  reporting: Reporting,
  { tickMs = TICK_MS, now = Date.now }: { tickMs?: number; now?: () => number } = {},
): () => Promise<WalletRoots> {
  const roots = rootsSource(rootsFile, rootsUrl && atAddress(rootsUrl, now), reporting)
  const googleKeys =
    googleKeysUrl === undefined
      ? undefined
      : createSource(
          'google',
          atAddress(googleKeysUrl, now),
          (document) => GoogleRoots.parse(document),
          reporting,
        )
  setInterval(() => {
    for (const source of [roots, googleKeys]) source?.refresh().catch(() => undefined)
  }, tickMs).unref()
  return async () => {
    const google = await googleKeys?.current()
    return { ...(await roots?.current()), ...present({ google }) }
  }
}

function rootsSource(
  file: string | undefined,
  address: Reading | '' | undefined,
  reporting: Reporting,
): Source<WalletRoots> | undefined {
  if (file !== undefined)
    return createSource('file', inFile(file), (document) => WalletRoots.parse(document), reporting)
  return address
    ? createSource('address', address, (document) => WalletRoots.parse(document), reporting)
    : undefined
}

/** Gives the document when it should be read again, and nothing while it need not be. */
type Reading = () => Promise<{ document: unknown; accept: () => void } | undefined>

function inFile(path: string): Reading {
  let known: string | undefined
  return async () => {
    const { mtimeMs, size, ino } = await stat(path)
    const version = [mtimeMs, size, ino].join()
    if (version === known) return undefined
    const document = JSON.parse(await readFile(path, 'utf8')) as unknown
    return { document, accept: () => void (known = version) }
  }
}

function atAddress(url: string, now: () => number): Reading {
  let readAt = -Infinity
  return async () => {
    if (now() - readAt < ADDRESS_LIFE_MS) return undefined
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
    if (!answer.ok) throw new Error(`answered ${String(answer.status)}`)
    const document = (await answer.json()) as unknown
    return { document, accept: () => void (readAt = now()) }
  }
}

interface Source<T> {
  /** Reads at once when nothing was read yet. */
  current(): Promise<T>
  refresh(): Promise<void>
}

function createSource<Roots>(
  source: 'file' | 'address' | 'google',
  read: Reading,
  parse: (document: unknown) => Roots,
  { log, metrics }: Reporting,
): Source<Roots> {
  let kept: { roots: Roots } | undefined
  const readOnce = async (): Promise<void> => {
    try {
      const found = await read()
      if (!found) return
      kept = { roots: parse(found.document) }
      found.accept()
      metrics?.walletRootReads.inc({ source, outcome: 'read' })
      log.info({ source }, 'the roots of wallets were read')
    } catch (error) {
      metrics?.walletRootReads.inc({ source, outcome: 'failed' })
      log.error({ source, err: error }, 'the roots of wallets could not be read')
      if (!kept) throw error
    }
  }
  // Whoever comes while it is being read waits for the same reading.
  let reading: Promise<void> | undefined
  const refresh = (): Promise<void> =>
    (reading ??= readOnce().finally(() => {
      reading = undefined
    }))
  return {
    refresh,
    current: async () => {
      if (!kept) await refresh()
      if (!kept) throw new Error('the roots of wallets could not be read')
      return kept.roots
    },
  }
}
