export interface FoundCard {
  digits: string
  /** Where its first digit stands. */
  index: number
}

interface Group extends FoundCard {
  /** What stands between the group before and this one. */
  gap: string
}

type IsCard = (digits: string) => boolean

/**
 * The card numbers in a text of ASCII digits: whole groups, alone or several as people and programs write a
 * card. Any groups would find a card in every tenth list of amounts.
 */
export function* cardsInGroups(text: string, isCard: IsCard): Generator<FoundCard> {
  for (const run of runsOf(text))
    for (let from = 0; from < run.length; from += 1) yield* cardsFrom(run, from, isCard)
}

/** Groups of digits that nothing but a little punctuation parts. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = []
  let end = 0
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const gap = text.slice(end, Math.min(index, end + LONGEST_GAP + 1))
    const run = runs.at(-1)
    if (run && gap.length <= LONGEST_GAP && !LETTER.test(gap)) run.push({ digits, gap, index })
    else runs.push([{ digits, gap: '', index }])
    end = index + digits.length
  }
  return runs
}

/** Those with digits enough for a card; a card is in no other place. */
export const longRunsIn = (text: string) => text.matchAll(LONG_RUN)

const LONGEST_GAP = 12
const LETTER = /[\p{L}\p{N}]/u

function* cardsFrom(run: readonly Group[], from: number, isCard: IsCard): Generator<FoundCard> {
  let digits = ''
  const end = isInside(run, from) ? from + 1 : run.length
  for (let to = from; to < end; to += 1) {
    digits += run[to]?.digits ?? ''
    if (digits.length > LONGEST) return
    if (digits.length < SHORTEST || !isCard(digits)) continue
    const groups = run.slice(from, to + 1)
    if (to === from || (isSpelling(groups) && standsAlone(run, from, to, isCard)))
      yield { digits, index: run[from]?.index ?? 0 }
  }
}

/** Of a row of groups alike, but for fours, only the first can begin a card: the row is one number. */
const isInside = (run: readonly Group[], at: number): boolean =>
  run[at]?.digits.length !== 4 && isAlike(run, at - 1, at, run[at + 1]?.gap)

/** Whether two neighbours are groups of one number: as long as each other, and parted by the same. */
const isAlike = (
  run: readonly Group[],
  left: number,
  right: number,
  gap: string | undefined,
): boolean => run[right]?.gap === gap && run[left]?.digits.length === run[right]?.digits.length

const SHORTEST = 12
const LONGEST = 19
const LONG_RUN = new RegExp(
  String.raw`\d(?:[^\p{L}\p{N}]{0,${LONGEST_GAP}}\d){${SHORTEST - 1},}`,
  'gu',
)

/** Whether a card is written so: how long the groups are, and for some that all gaps are the same. */
function isSpelling(groups: readonly Group[]): boolean {
  const sizes = groups.map(({ digits }) => digits.length)
  if (SPELLINGS.has(sizes.join('-')) || isInFours(sizes) || sizes.every((size) => size === 1))
    return true
  const [, { gap } = { gap: '' }, ...others] = groups
  return others.every((one) => one.gap === gap) && isEven(sizes, gap)
}

/** American Express, Diners Club, Visa of old; the bank's number first; lines in the middle. */
const SPELLINGS: ReadonlySet<string> = new Set(
  (
    '4-6-5 4-6-4 4-3-3-3 4-4-4-5 4-4-4-6 4-4-4-7 5-5-5 5-5-6 6-10 6-13 6-6-4 ' +
    '8-8 8-4-4 4-8-4 4-4-8 4-12 12-4'
  ).split(' '),
)

const isInFours = (sizes: readonly number[]): boolean =>
  (sizes.at(-1) ?? 0) <= 4 && sizes.slice(0, -1).every((size) => size === 4)

/** Pairs, or threes: from the left, or as programs part thousands. */
function isEven([first = 0, ...others]: readonly number[], gap: string): boolean {
  const last = others.at(-1) ?? 0
  const between = others.slice(0, -1)
  if (first === 2 && last <= 2 && between.every((size) => size === 2)) return true
  if (gap.length !== 1 || first > 3 || !between.every((size) => size === 3)) return false
  return last === 3 || (first === 3 && last < 3)
}

/**
 * Whether the groups are a number of their own: more groups alike on either side make it a part of a longer
 * one, such as an account or a parcel's. Behind a card its expiry may stand, or the next card.
 */
function standsAlone(run: readonly Group[], from: number, to: number, isCard: IsCard): boolean {
  const gap = run[from + 1]?.gap
  const size = run[from]?.digits.length
  if (isInList(run, from, to)) return false
  const goesOn = (at: number): boolean => isAlike(run, at - 1, at, gap)
  const endsShort = run[to]?.digits.length !== run[to - 1]?.digits.length
  if (!goesOn(from) && (endsShort || !goesOn(to + 1))) return true
  if (size !== 4) return false
  let first = from
  while (from - first < FARTHEST && goesOn(first)) first -= 1
  let end = to + 1
  while (end - to <= FARTHEST && goesOn(end)) end += 1
  const block = run.slice(first, end).map(({ digits }) => digits)
  if (block.length === 5 && first === from) return EXPIRY.test(block[4] ?? '')
  const cards = block.flatMap((_, at) => (at % 4 === 0 ? [block.slice(at, at + 4).join('')] : []))
  return cards.every(isCard)
}

/** Numbers before and behind that the same parts, as it does the groups, make a list of them all. */
function isInList(run: readonly Group[], from: number, to: number): boolean {
  const gap = run[from + 1]?.gap ?? ''
  const neighbours = [run[from], run[to + 1]].filter((one) => one?.gap === gap)
  return neighbours.length > (/[,;]/.test(gap) ? 0 : 1)
}

/** Groups of four; no list of cards that is longer is told from a longer number. */
const FARTHEST = 64

/** Month and year, as on a card. */
const EXPIRY = /^(?:0[1-9]|1[0-2])[2-4]\d$/
