import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Call } from '../provider.ts'
import type { Batch, Books } from './books.ts'
import type { Desk } from './desk.ts'
import { fileIdentifier } from './identifiers.ts'

const mostLines = 1_000

/** Closes the present batch of an account; the same batchId again gets the same file. */
export function closeBatch({ body, receivedAt, bearer }: Call, { books, answer }: Desk): Answer {
  const reference = text(body, 'batchId')
  const told = { operation: 'settle' as const, reference, amountMinor: 0, currency: '', receivedAt }
  const known = books.batches.get(reference)
  if (known) return answer(told, ok(summarize(known)), { result: known.fileId })
  const fileId = fileIdentifier()
  const batch = { batchId: reference, fileId, references: openOf(books, bearer) }
  const entries = [books.closed(batch)]
  return answer(told, ok(summarize(batch)), { result: fileId, processed: true, entries })
}

const openOf = (books: Books, account: string): string[] =>
  [...books.unsettled].filter((reference) => ownerOf(books, reference) === account)

/** Whoever has authorised it. */
function ownerOf(books: Books, reference: string): string | undefined {
  const { account, originalReference } = books.operations.get(reference) ?? {}
  if (account !== undefined || originalReference === undefined) return account
  return ownerOf(books, originalReference)
}

const summarize = ({ batchId, fileId, references }: Batch) => ({
  batchId,
  fileId,
  total: references.length,
})

export function listLines({ params, query }: Call, books: Books): Answer {
  const batch = books.batches.get(params.batchId ?? '')
  if (!batch) return refuse(404, 'not_found')
  const after = Math.max(0, Number(query.after ?? 0) || 0)
  const limit = Math.min(mostLines, Math.max(1, Number(query.limit ?? 200) || 200))
  const { fileId, references } = batch
  return ok({ fileId, total: references.length, lines: linesOf(batch, after, limit, books) })
}

function linesOf({ references }: Batch, after: number, limit: number, books: Books) {
  return references.slice(after, after + limit).flatMap((reference, index) => {
    const operation = books.operations.get(reference)
    if (!operation) return []
    const { originalReference, amountMinor, currency, decision } = operation
    return {
      line: after + index + 1,
      reference,
      ...(originalReference ? { originalReference } : {}),
      operation: operation.operation,
      amountMinor: decision.approvedAmountMinor ?? amountMinor,
      currency,
    }
  })
}
