import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Call } from '../provider.ts'
import type { Batch, Books, DisputeLine } from './books.ts'
import type { Dispute } from './dispute-book.ts'
import type { Desk } from './desk.ts'
import { fileIdentifier } from './identifiers.ts'

const mostLines = 1_000

/** Closes the present batch of an account; the same batchId again gets the same file. */
export function closeBatch(
  { body, receivedAt, bearer }: Call,
  { books, answer }: Desk,
  disputes: Iterable<Dispute>,
): Answer {
  const reference = text(body, 'batchId')
  const asked = {
    operation: 'settle' as const,
    reference,
    amountMinor: 0,
    currency: '',
    receivedAt,
  }
  const known = books.batches.get(reference)
  if (known) return answer(asked, ok(summarize(known)), { result: known.fileId })
  const fileId = fileIdentifier()
  const references = openOf(books, bearer)
  const disputed = disputedOf(
    books,
    [...disputes].filter(({ account }) => account === bearer),
  )
  const batch = { batchId: reference, fileId, references, disputed }
  const entries = [books.closed(batch)]
  return answer(asked, ok(summarize(batch)), { result: fileId, processed: true, entries })
}

const openOf = (books: Books, account: string): string[] =>
  [...books.unsettled].filter((reference) => ownerOf(books, reference) === account)

/** What disputes have moved and no batch has named yet. */
function disputedOf(books: Books, disputes: readonly Dispute[]): DisputeLine[] {
  const named = new Set(
    [...books.batches.values()].flatMap(({ disputed = [] }) =>
      disputed.map((one) => one.reference),
    ),
  )
  return disputes
    .flatMap(({ disputeId, reference: originalReference, currency, moves }) =>
      moves.map(({ id: reference, kind, amountMinor, at: movedAt }): DisputeLine => ({
        reference,
        originalReference,
        disputeId,
        amountMinor,
        currency,
        movedAt,
        operation: kind === 'WITHDRAWN' ? 'dispute' : 'disputeReversal',
      })),
    )
    .filter(({ reference }) => !named.has(reference))
}

/** Whoever has authorised it. */
function ownerOf(books: Books, reference: string): string | undefined {
  const { account, originalReference } = books.operations.get(reference) ?? {}
  if (account !== undefined || originalReference === undefined) return account
  return ownerOf(books, originalReference)
}

const summarize = (batch: Batch) => ({
  batchId: batch.batchId,
  fileId: batch.fileId,
  total: totalOf(batch),
})

const totalOf = ({ references, disputed = [] }: Batch): number =>
  references.length + disputed.length

export function listLines({ params, query }: Call, books: Books): Answer {
  const batch = books.batches.get(params.batchId ?? '')
  if (!batch) return refuse(404, 'not_found')
  const after = Math.max(0, Number(query.after ?? 0) || 0)
  const limit = Math.min(mostLines, Math.max(1, Number(query.limit ?? 200) || 200))
  const lines = linesOf(batch, books).slice(after, after + limit)
  return ok({ fileId: batch.fileId, total: totalOf(batch), lines })
}

function linesOf({ references, disputed = [] }: Batch, books: Books) {
  const charges = references.map((reference) => lineOf(reference, books))
  return [...charges, ...disputed].flatMap((line, index) =>
    line ? [{ line: index + 1, ...line }] : [],
  )
}

function lineOf(reference: string, books: Books) {
  const operation = books.operations.get(reference)
  if (!operation) return undefined
  const { originalReference, amountMinor, currency, decision } = operation
  return {
    reference,
    ...(originalReference && { originalReference }),
    operation: operation.operation,
    amountMinor: decision.approvedAmountMinor ?? amountMinor,
    currency,
  }
}
