import type { Services } from '../http/for-portal.ts'
import { keepNewest } from '../process/keep-newest.ts'
import type { MerchantFigures, Waiting } from '../postgres/portal/figures.ts'
import { overviewOf } from './overview-figures.ts'
import type { Overview } from './overview-figures.ts'
import type { Period } from './period.ts'

export interface ReadOverview {
  at: number
  /** Of the period. */
  overview: Overview
  /** What waits, the first of each kind, in the order of time. */
  waiting: Waiting[]
  /** Whether everything that has happened is counted in it. */
  isWhole: boolean
}

/** The overviews of merchants, each period read once for all of its people. */
export interface Overviews {
  read(merchantId: string, period: Period): Promise<ReadOverview>
}

const KEPT_MS = 60_000
/** While the rest is being counted. */
const KEPT_IN_PART_MS = 5_000
const MOST_KEPT = 1_000
/** For each moment at work so many at rest: nobody's payment waits for a picture. */
const RESTS = 3

export function createOverviews(figures: MerchantFigures, log: Services['log']): Overviews {
  const kept = new Map<string, { until: number; read: Promise<ReadOverview> }>()
  const counting = new Set<string>()

  async function read(merchantId: string, { from, days }: Period): Promise<ReadOverview> {
    const isWhole = !counting.has(merchantId) && (await figures.takeIn(merchantId))
    if (!isWhole) goOn(merchantId)
    const at = Date.now()
    const rows = await figures.since(merchantId, from)
    const waiting = await figures.waiting(merchantId)
    return { at, overview: overviewOf(rows, days), waiting, isWhole }
  }

  /** A merchant with a busy month that nobody has looked at yet. */
  function goOn(merchantId: string): void {
    if (counting.has(merchantId)) return
    counting.add(merchantId)
    countOn(figures, merchantId)
      .catch((error: unknown) => {
        log.warn({ err: error, merchantId }, 'the figures of the portal are not counted')
      })
      .finally(() => counting.delete(merchantId))
  }

  return {
    read: (merchantId, period) => {
      const name = [merchantId, period.from, period.to].join(' ')
      const known = kept.get(name)
      if (known && known.until > Date.now()) return known.read
      const fresh = { until: Date.now() + KEPT_MS, read: read(merchantId, period) }
      keepNewest(kept, MOST_KEPT, [name, fresh])
      fresh.read.then(
        ({ isWhole }) => {
          if (!isWhole) fresh.until = Date.now() + KEPT_IN_PART_MS
        },
        // What could not be counted is counted again the next time.
        () => kept.delete(name),
      )
      return fresh.read
    },
  }
}

async function countOn(figures: MerchantFigures, merchantId: string): Promise<void> {
  for (let isWhole = false; !isWhole;) {
    const begun = performance.now()
    isWhole = await figures.takeIn(merchantId)
    const restMs = (performance.now() - begun) * RESTS
    await new Promise((resolve) => setTimeout(resolve, restMs).unref())
  }
}
