/** Chance from a seed (mulberry32): every run makes up the same texts. */
export interface Chance {
  /** From 0 up to, but without, `end`. */
  below: (end: number) => number
  digits: (length: number) => string
  one: <T>(choices: readonly T[]) => T
}

export function createChance(seed: number): Chance {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    digits: (length) => Array.from({ length }, () => String(below(10))).join(''),
    one: (choices) => choices[below(choices.length)] as (typeof choices)[number],
  }
}
