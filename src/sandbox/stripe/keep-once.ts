import { createHash } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { Call } from '../provider.ts'
import type { Books, Done, Kept } from './books.ts'
import { stripeError } from './dialect.ts'

const KEPT_MS = 24 * 3_600_000

/**
 * The first request under a key is carried out, and its answer kept for a day, whatever it was; the
 * same request again gets it again, another one is refused. What was turned away at the door is not kept.
 */
export function keepOnce(
  call: Call,
  { kept }: Books,
  process: () => Done,
): Done & { replayed?: true } {
  const { idempotencyKey, bearer } = call
  if (idempotencyKey === undefined) return process()
  const key = `${bearer} ${idempotencyKey}`
  const digest = digestOf(call)
  const known = kept.all.get(key)
  if (known && Date.now() - known.at < KEPT_MS)
    return { answer: replay(known, digest), replayed: true }
  const done = process()
  const first: Kept = { key, digest, answer: done.answer, at: Date.now() }
  return { ...done, entries: [...(done.entries ?? []), kept.save(first)] }
}

const replay = (known: Kept, digest: string): Answer =>
  known.digest === digest
    ? known.answer
    : stripeError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })

const digestOf = ({ path, body }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([path, Object.entries(body).sort()]))
    .digest('hex')
