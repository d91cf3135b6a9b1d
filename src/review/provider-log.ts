import { ownerOf } from '../domain/id.ts'
import type { ProviderRow } from '../domain/provider-check.ts'

const READ_MS = 30_000

/** A line of the providers' own log, as the sandbox tells it. */
export interface ProviderLine extends ProviderRow {
  provider?: string
  result?: string
  receivedAt?: string
  answeredAt?: string | null
}

/** What the providers say happened to one payment. */
export async function readProviderLog(address: string, paymentId: string): Promise<ProviderLine[]> {
  const url = new URL(address)
  url.searchParams.set('reference', paymentId)
  const answer = await fetch(url, { signal: AbortSignal.timeout(READ_MS) })
  const rows = (await answer.json()) as ProviderLine[]
  return rows.filter(({ reference }) => ownerOf(reference) === paymentId)
}
