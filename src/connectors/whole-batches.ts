import type { SettlementLine } from '../domain/settlement/settlement.ts'
import type { Settles } from './acquirer.ts'

type Read = (batch: string, signal?: AbortSignal) => Promise<SettlementLine[]>

/** So long what was read of a batch is kept for its next page: nothing changes in one that is closed. */
const KEPT_MS = 5 * 60_000

/**
 * Batches that a provider gives as a whole: each is read once when it is closed, not once for every page,
 * and of one at a time the lines are kept. Another process, or one that comes later, reads it again.
 */
export function wholeBatches(read: Read): Omit<Settles, 'closedBatches'> {
  let kept: { batch: string; lines: SettlementLine[] } | undefined
  let forget: NodeJS.Timeout | undefined

  async function readAnew(batch: string, signal?: AbortSignal): Promise<SettlementLine[]> {
    kept = undefined
    const lines = await read(batch, signal)
    kept = { batch, lines }
    clearTimeout(forget)
    forget = setTimeout(() => (kept = undefined), KEPT_MS).unref()
    return lines
  }

  return {
    async closeSettlement(batch, signal) {
      return { fileId: batch, total: (await readAnew(batch, signal)).length }
    },
    async settlementLines(batch, after, limit, signal) {
      const lines = kept?.batch === batch ? kept.lines : await readAnew(batch, signal)
      return { fileId: batch, total: lines.length, lines: lines.slice(after, after + limit) }
    },
  }
}
