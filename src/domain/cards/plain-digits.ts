/**
 * A text as a reader sees it: every digit of every script and shape as ASCII, nothing invisible, and escapes
 * of URLs, HTML and JSON undone. Both readings are given where there are two, as in `%4532…`: whether that
 * was meant as an escape, nobody knows.
 */
export function readingsOf(text: string): readonly string[] {
  const plain = toPlain(text)
  if (!ESCAPES.test(text)) return [plain]
  const unescaped = toPlain(unescape(unescape(text)))
  return unescaped === plain ? [plain] : [plain, unescaped]
}

/** Whether a text can have so many digits; beyond ASCII that takes a second look. */
export function mayHaveDigits(text: string, least: number): boolean {
  let digits = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > ASCII_END) return true
    if (code >= ZERO && code <= NINE) digits += 1
  }
  return digits >= least
}

const ASCII_END = 0x7f
const ZERO = 0x30
const NINE = 0x39

function toPlain(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\p{Nd}\p{No}]/gu, digitOf)
}

const BEYOND_ASCII = /[^\0-\x7f]/

/** Format characters, marks, and the letters that stand for nothing. */
const INVISIBLE = /[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0]/gu

/** What NFKC does not know is a digit by its place in its row of ten, or in a row of circled ones. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= ASCII_END) return character
  const circled = circledRows.find(([first, last]) => code >= first && code <= last)
  if (circled) return String(code - circled[0] + circled[2])
  return /\p{Nd}/u.test(character) ? placeInRow(code) : character
}

function placeInRow(code: number): string {
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** First, last and the digit of the first: circled digits that have no compatible form. */
const circledRows: readonly [number, number, number][] = [
  [0x24f5, 0x24fd, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x1f10b, 0x1f10b, 0],
  [0x1f10c, 0x1f10c, 0],
]

const ESCAPES = /[%&\\<]/

/** Twice undoes `%2520` too. */
const unescape = (text: string): string =>
  text
    .replace(/(?:%[\da-f]{2})+/gi, decodePercent)
    .replace(/&#(\d{1,7});?/g, (_, code: string) => character(Number(code)))
    .replace(/&#x([\da-f]{1,6});?/gi, (_, code: string) => character(parseInt(code, 16)))
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => character(parseInt(code, 16)))
    .replace(/&[a-z]{2,10};|\\[nrt]|<\/?[a-z][^<>]{0,60}>/gi, ' ')

function decodePercent(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run.replace(/%([\da-f]{2})/gi, (_, code: string) => character(parseInt(code, 16)))
  }
}

const character = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ')
