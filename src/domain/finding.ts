import { firstDifference } from './first-difference.ts'

/** Two records that should say the same and do not. */
export interface Finding {
  check: string
  id: string
  expected: string
  found: string
}

export const findingOf = (
  check: string,
  id: string,
  expected: unknown,
  found: unknown,
): Finding => ({ check, id, expected: inWords(expected), found: inWords(found) })

/** Nothing, or the first place where two records of the same thing part. */
export function compare(check: string, id: string, expected: unknown, found: unknown): Finding[] {
  const difference = firstDifference(expected, found)
  if (!difference) return []
  const { path, left, right } = difference
  return [findingOf(check, id, `${path} ${inWords(left)}`, `${path} ${inWords(right)}`)]
}

const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value)
