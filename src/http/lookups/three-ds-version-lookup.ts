import type { KeyObject } from 'node:crypto'
import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'
import type { ThreeDsAccount } from '../services.ts'
import { keepNewest } from '../../process/keep-newest.ts'
import { fingerprint } from '../../vault/fingerprint.ts'

const TIMEOUT_MS = 1_500
const FRESH_MS = 600_000
const MOST_CARDS = 1_000

type LookUp = (
  account: ThreeDsAccount,
  number: string,
  signal: AbortSignal,
) => Promise<ThreeDsVersions>

/** Asks the 3-D Secure server about a card, briefly, and remembers what it said for ten minutes. */
export function createThreeDsVersionLookup(
  lookUp: LookUp,
  key: KeyObject | Buffer,
): (account: ThreeDsAccount, number: string) => Promise<ThreeDsVersions> {
  const known = new Map<string, { versions: ThreeDsVersions; until: number }>()

  return async (account, number) => {
    const { merchantId, threeds } = account
    const server = threeds === undefined ? '' : ` ${merchantId} ${threeds}`
    const print = `${fingerprint(key, number)}${server}`
    const kept = known.get(print)
    if (kept && kept.until > Date.now()) return kept.versions
    const versions = await lookUp(account, number, AbortSignal.timeout(TIMEOUT_MS))
    const until = Date.now() + FRESH_MS
    if (versions.type !== 'unavailable') keepNewest(known, MOST_CARDS, [print, { versions, until }])
    return versions
  }
}
