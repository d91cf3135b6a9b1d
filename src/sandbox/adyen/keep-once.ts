import type { Answer } from '../answer.ts'
import type { Call } from '../provider.ts'
import type { Books, Done, Kept } from './books.ts'

const KEPT_MS = 7 * 24 * 3_600_000

/** The first request under a key is carried out, and its answer kept for a week: whoever holds the key gets it again. */
export function keepOnce(
  { idempotencyKey, bearer }: Call,
  { kept }: Books,
  process: () => Done,
): Done & { replayed?: true } {
  if (idempotencyKey === undefined) return process()
  const key = `${bearer} ${idempotencyKey}`
  const known = kept.all.get(key)
  if (known && Date.now() - known.at < KEPT_MS) return { answer: known.answer, replayed: true }
  const done = process()
  const first: Kept = { key, answer: wholly(done.answer), at: Date.now() }
  return { ...done, entries: [...(done.entries ?? []), kept.save(first)] }
}

const wholly = ({ status, body }: Answer): Answer => ({ status, body })
