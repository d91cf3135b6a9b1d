import { ok, refuse } from './answer.ts'
import type { Answer } from './answer.ts'
import { fileIdentifier } from './acquirer/identifiers.ts'
import { text } from './fields.ts'
import type { Journal } from './journal.ts'
import type { Provider } from './provider.ts'

/** Money that came or went back, as a report says it. */
export interface Move {
  reference: string
  originalReference?: string
  operation: 'authorize' | 'refund'
  amountMinor: number
  currency: string
}

interface Batch {
  batchId: string
  fileId: string
  moves: Move[]
}

interface SettlementOptions {
  name: 'blik' | 'bank'
  provider: Provider
  journal: Journal
  /** All that ever moved, in order. */
  moved(): Move[]
}

const mostLines = 1_000

/** Reports of BLIK and of the banks: each holds what moved since the one before. */
export function addSettlements({ name, provider, journal, moved }: SettlementOptions): void {
  const batches = new Map<string, Batch>()
  const reported = new Set<string>()
  const closed = journal.topic<Batch>(`${name}.closed`, (batch) => {
    batches.set(batch.batchId, batch)
    batch.moves.forEach(({ reference }) => reported.add(reference))
  })

  provider.post('/settlements', 'settle', ({ body }): Answer => {
    const batchId = text(body, 'batchId')
    const known = batches.get(batchId)
    if (known) return ok(summarize(known))
    const moves = moved().filter(({ reference }) => !reported.has(reference))
    const batch = { batchId, fileId: fileIdentifier(), moves }
    journal.record(closed(batch))
    return ok(summarize(batch))
  })

  provider.get('/settlements/:batchId/lines', 'settle', ({ params, query }): Answer => {
    const batch = batches.get(params.batchId ?? '')
    if (!batch) return refuse(404, 'not_found')
    const after = Math.max(0, Number(query.after ?? 0) || 0)
    const limit = Math.min(mostLines, Math.max(1, Number(query.limit ?? 200) || 200))
    const page = batch.moves.slice(after, after + limit)
    const lines = page.map((move, index) => ({ line: after + index + 1, ...move }))
    return ok({ fileId: batch.fileId, total: batch.moves.length, lines })
  })
}

const summarize = ({ batchId, fileId, moves }: Batch) => ({ batchId, fileId, total: moves.length })
