/** Chance that a seed repeats. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** True in so many of a hundred cases. */
  percent(chance: number): boolean
  one<T>(choices: readonly T[]): T
}

/** Mulberry32: small, and even enough for choosing faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    percent: (chance) => next() * 100 < chance,
    one: <T>(choices: readonly T[]): T => {
      const chosen = choices[between(0, choices.length - 1)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
  }
}
