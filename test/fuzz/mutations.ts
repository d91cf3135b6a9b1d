import { nastyTexts } from '../support/nasty-texts.ts'

export type Random = () => number

/** The same numbers from the same seed, for ever. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T

const strangeValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 0.001, 99.99, 10.005, 1e9, 1e21, -0.5, 255, 1_800],
  ...[[], {}, [null], [{}], [[]], { a: 1 }, ['a', 'a'], 'x', 'PL', '48', '10.00', 'true', 'CARD'],
  ...['a'.repeat(65), 'a'.repeat(300), 'a'.repeat(3_000), 'https://shop.example/x', 'myapp://x'],
  ...['4000000000001000', '203012', '123', 'a@b.example', '2026-01-31', 'PLN', 'pl', '127.0.0.1'],
]

type Path = (string | number)[]

/** Every place in a value, with the value itself. */
export const placesIn = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([name, member]) =>
          placesIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
        ),
      ]

/** A value as it is, but for one to three places of it. */
export function mutated(random: Random, value: unknown, names: readonly string[] = []): unknown {
  const copy: { root: unknown } = { root: structuredClone(value) }
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
    const path = pick(random, placesIn(copy.root))
    change(random, copy, ['root', ...path], names)
  }
  return copy.root
}

function change(random: Random, copy: object, path: Path, names: readonly string[]): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => at?.[name as never], copy)
  const last = path.at(-1)
  if (typeof holder !== 'object' || holder === null || last === undefined) return
  const at = holder as Record<string | number, unknown>
  const kind = random()
  if (kind < 0.2 && path.length > 1) {
    if (Array.isArray(at)) at.splice(Number(last), 1)
    else Reflect.deleteProperty(at, last)
  } else if (kind < 0.45 && names.length > 0 && isPlain(at[last]))
    at[last][pick(random, names)] = strange(random)
  else at[last] = strange(random)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const strange = (random: Random): unknown =>
  random() < 0.35 ? pick(random, nastyTexts) : structuredClone(pick(random, strangeValues))
