import type { Journal } from '../journal.ts'

const NAME_MS = 80_000
const RESULT_MS = 300_000

interface At {
  id: string
  at: number
}

/** When each name was given, and its result first asked for: neither lives for long. */
export function createNames(journal: Journal) {
  const given = new Map<string, number>()
  const shown = new Map<string, number>()
  const isWithin = (at: number | undefined, ms: number) => at === undefined || Date.now() - at < ms
  return {
    given: journal.topic<At>('threedsecure-io.given', ({ id, at }) => given.set(id, at)),
    shown: journal.topic<At>('threedsecure-io.shown', ({ id, at }) => shown.set(id, at)),
    isGood: (id: string) => given.has(id) && isWithin(given.get(id), NAME_MS),
    hasResult: (id: string) => shown.has(id),
    isResultKept: (id: string) => isWithin(shown.get(id), RESULT_MS),
  }
}
