import type { Measured } from './measure.ts'

/** The middle of all rounds, and how far they lie apart. */
export interface Spread {
  median: number
  least: number
  most: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? NaN, sorted[Math.floor(middle)] ?? NaN]
  return { median: (low + high) / 2, least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN }
}

export type Contestants<Name extends string> = Record<Name, () => Promise<Measured>>

/**
 * A B A B …: whatever else the machine does in a round meets all of them, and a ratio is made of
 * neighbours only.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  contestants: Contestants<Name>,
  say: (line: string) => void = () => undefined,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const measured = await contestants[name]()
      results[name].push(measured)
      const { failures, firstFailure = '' } = measured
      if (failures > 0) say(`  ${name}: ${String(failures)} failed, first: ${firstFailure}`)
    }
  return results
}

/** Round by round, how much of the floor's pace is reached. */
export const ratioOf = (ours: readonly Measured[], floor: readonly Measured[]): Spread =>
  spreadOf(ours.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? NaN)))

export const medianOf = (results: readonly Measured[], figure: Figure): number =>
  spreadOf(results.map((result) => result[figure])).median

type Figure = Exclude<keyof Measured, 'firstFailure'>
