import { cardsInFile } from '../domain/cards/card-number-in-text.ts'
import { luhn } from '../domain/cards/check-digit.ts'

export type Trace = {
  kind: 'canary' | 'card' | 'field'
  /** what tells one trace from another; never shown */
  value: string
  /** what may be shown */
  sample: string
  index: number
}

export type TraceOptions = {
  /** secrets that were sent on purpose and must be found nowhere */
  canaries?: readonly string[]
  /** every card range of the networks, not only the sandbox's test cards */
  allRanges?: boolean
  /** only in one piece or in groups alike: for files of programs, in which most digits have no writer */
  usualGroups?: boolean
}

export type FindTraces = (text: string) => Trace[]

/** Finds card data as it stands in a text, one character per byte. */
export function createTraceFinder(options: TraceOptions = {}): FindTraces {
  const { canaries = [], allRanges = true, usualGroups = false } = options
  const numbers = canaries.filter(isLongNumber)
  const words = canaries.filter((canary) => !isLongNumber(canary))
  const cards = (text: string) => [
    ...findTestCards(text),
    ...(allRanges ? findCards(text, usualGroups) : []),
  ]
  return (text) => [
    ...findWords(text, words),
    ...findCanaries(text, numbers),
    ...cards(text).filter(({ value }) => !numbers.includes(value)),
    ...findFields(text),
  ]
}

const TEST_RANGES = /^(?:400000|411111|510510|555555|222100|378282|670000)/
const TEST_RANGE_STARTS = /(?=400000|411111|510510|555555|222100|378282|670000)/g
const LONG_NUMBER = /\d(?:[ +-]?\d){11,}/g
const PLAIN_NUMBER = /\d{13,}/g
const GROUPED_NUMBER = /\d{4}([ +-])(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{5})/g
const LENGTHS = [16, 15, 19, 13]

// Objects and arrays are left out: those are schemas, not values.
const FIELD =
  /(?<!\\)\\*"(cvv2?|cvc2?|cvn2?|encCvv|securityCode|security_code|track[12]?|trackData|pin|pinBlock)\\*"\s*:\s*(?:\\*"([^"\\]{1,4096})\\*"|(\d+))/gi
const BLIK_FIELD = /(?<!\\)\\*"((?:blik_?)?code)\\*"\s*:\s*(?:\\*"(\d{6})\\*"|(\d{6}))(?!\d)/gi
const PARAMETER = /(?<![\w-])(cvv2?|cvc2?|securityCode|encCvv)=([\w.-]{3,4096})/gi
const REDACTED = /^(?:\*+|\[?redacted\]?|\[?removed\]?)$/i

function* findWords(text: string, words: readonly string[]): Generator<Trace> {
  for (const canary of words) {
    for (let at = text.indexOf(canary); at >= 0; at = text.indexOf(canary, at + canary.length)) {
      yield { kind: 'canary', value: canary, sample: mask(canary), index: at }
    }
  }
}

function* findCanaries(text: string, numbers: readonly string[]): Generator<Trace> {
  for (const { 0: run, index } of text.matchAll(LONG_NUMBER)) {
    const digits = run.replace(/[ +-]/g, '')
    const known = numbers.filter((canary) => digits.includes(canary))
    yield* known.map((value): Trace => ({ kind: 'canary', value, sample: mask(value), index }))
  }
}

function* findTestCards(text: string): Generator<Trace> {
  for (const { 0: run, index } of text.matchAll(LONG_NUMBER)) {
    for (const value of testCardsIn(run)) yield { kind: 'card', value, sample: mask(value), index }
  }
}

/** As the API's own guard finds them. What is no printable ASCII parts, as letters do. */
function* findCards(text: string, usualGroups: boolean): Generator<Trace> {
  const printable = printableIn(text).replace(CONSTANT, blank).replace(TIME, blank)
  for (const { digits, index } of cardsInFile(printable))
    if (!usualGroups || isOneNumber(printable, index, digits.length))
      yield { kind: 'card', value: digits, sample: mask(digits), index }
}

/** Byte by byte, because in the pages of a database every second one is replaced. */
function printableIn(text: string): string {
  if (BEYOND_BYTES.test(text)) return text.replace(UNPRINTABLE, 'x')
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = readAs[bytes[at] ?? 0] ?? 0
  return bytes.toString('latin1')
}

const UNPRINTABLE = /[^\t\n\r\x20-\x7e]/g
const BEYOND_BYTES = /[^\0-\xff]/
const readAs = Uint8Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(byte).replace(UNPRINTABLE, 'x').charCodeAt(0),
)

/**
 * Whether the digits are one number and not merely beside each other: in one piece, or in three groups and
 * more that one and the same parts, none but the last shorter than three digits.
 */
function isOneNumber(text: string, index: number, length: number): boolean {
  const groups: string[] = []
  const gaps = new Set<string>()
  let [found, end] = [0, index]
  DIGITS.lastIndex = index
  while (found < length) {
    const { 0: digits, index: at } = DIGITS.exec(text) ?? { 0: '', index: -1 }
    if (digits === '') return false
    if (groups.length > 0) gaps.add(text.slice(end, at))
    groups.push(digits)
    found += digits.length
    end = at + digits.length
  }
  return (
    groups.length === 1 ||
    (groups.length >= FEWEST_GROUPS &&
      gaps.size === 1 &&
      groups.slice(0, -1).every((one) => one.length >= SHORTEST_GROUP))
  )
}

const DIGITS = /\d+/g
const FEWEST_GROUPS = 3
const SHORTEST_GROUP = 3

/** Postgres keeps the constants of its rules byte by byte, as numbers. */
const CONSTANT = /:constvalue \d{1,9} \[[\d -]{1,4000}\]/g
/** Files of databases put columns beside each other: an order's number before a year is none. */
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g
const blank = (found: string): string => 'x'.repeat(found.length)

function* findFields(text: string): Generator<Trace> {
  for (const pattern of [FIELD, BLIK_FIELD, PARAMETER]) {
    for (const { 1: name = '', 2: quoted, 3: bare, index } of text.matchAll(pattern)) {
      const value = quoted ?? bare ?? ''
      if (!REDACTED.test(value)) yield { kind: 'field', value: name + value, sample: name, index }
    }
  }
}

function testCardsIn(run: string): string[] {
  const plain = [...run.matchAll(PLAIN_NUMBER)].flatMap(({ 0: digits }) =>
    // Raw pages put other bytes right beside a value, and those may happen to be digits.
    digits.length <= 19 && isTestCard(digits) ? [digits] : findInside(digits),
  )
  const grouped = [...run.matchAll(GROUPED_NUMBER)].map(({ 0: group }) =>
    group.replace(/[ +-]/g, ''),
  )
  return [...plain, ...grouped.filter(isTestCard)]
}

function findInside(digits: string): string[] {
  return [...digits.matchAll(TEST_RANGE_STARTS)].flatMap(({ index }) => {
    const parts = LENGTHS.map((length) => digits.slice(index, index + length))
    const card = parts.find((part, at) => part.length === LENGTHS[at] && luhn(part))
    return card ?? []
  })
}

function isTestCard(digits: string): boolean {
  return TEST_RANGES.test(digits) && luhn(digits)
}

function isLongNumber(canary: string): boolean {
  return /^\d{12,}$/.test(canary)
}

function mask(secret: string): string {
  if (isLongNumber(secret)) return `${secret.slice(0, 6)}******${secret.slice(-4)}`
  return `${secret.slice(0, Math.min(4, secret.length >> 1))}…`
}
