import { readingsOf } from '../domain/cards/plain-digits.ts'
import { GZIP_MAGIC, unzip } from './gzip-member.ts'

export type Disguise = { form: Form; text: string; index: number }
export type Form = 'utf-16' | 'escaped' | 'unicode digits' | 'marked up' | 'hex' | 'base64' | 'gzip'

/** What a text, one character per byte, may say in another encoding; `index` is where it starts. */
export function* undisguise(text: string): Generator<Disguise> {
  for (const { 0: run, index } of text.matchAll(UTF_16)) {
    yield { form: 'utf-16', text: run.replaceAll('\0', ''), index }
  }
  for (const { 0: run, index } of text.matchAll(ESCAPED)) {
    const start = Math.max(0, index - MAX_DIGITS)
    yield { form: 'escaped', text: unescape(text.slice(start, index) + run), index: start }
  }
  for (const { 0: run, index } of text.matchAll(BEYOND_ASCII)) {
    if (!/[\xc2-\xf4]/.test(run)) continue
    yield* readings(Buffer.from(run, 'latin1').toString(), 'unicode digits', index)
  }
  for (const { 0: run, index } of text.matchAll(MARKED_UP)) {
    if (/\D/.test(run)) yield* readings(run, 'marked up', index)
  }
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    // The digits of hex are among those of base64.
    for (const hex of run.matchAll(HEX)) yield* decode(hex[0], 'hex', index + hex.index)
    yield* decode(run.replace(/\s/g, ''), 'base64', index)
  }
}

// Half of the bytes of UTF-16 are zero.
const UTF_16 = /(?:[\x20-\x7e]\0|\0[\x20-\x7e]){6,}/g
const ESCAPED = /(?:(?:%|\\u00)[0-9a-f]{2}[\w+-]{0,19})+/gi
const MAX_DIGITS = 19
const ESCAPE = /(?:%|\\u00)([0-9a-f]{2})/gi
// Digits and characters of UTF-8, with a little punctuation between them.
const BEYOND_ASCII = /(?:(?:\d|[\xc2-\xf4][\x80-\xbf]{1,3})[\t\n\r !-/:-@[-`{-~]{0,12}){12,}/g
// Digits with HTML between them, or with the escapes of a text inside JSON.
const MARKED_UP = /(?:\d|&#?\w{1,10};|<[^<>]{1,60}>|\\{1,8}[nrt]){12,}/g
const HEX = /[0-9a-f]{18,}/gi
const BASE64 = /[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*/g

// Most runs are no encoded text at all and decode to noise, which needs no second look.
const READABLE = /[\x20-\x7e]{9}|(?:[\x20-\x7e]\0|\0[\x20-\x7e]){6}/

function unescape(run: string): string {
  return run.replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** As the guard of the API reads it, with its separators in ASCII too. */
function* readings(run: string, form: Form, index: number): Generator<Disguise> {
  for (const reading of readingsOf(run))
    yield { form, text: reading.replace(/[^\p{L}\p{N}\x20-\x7e]/gu, ' '), index }
}

function* decode(run: string, encoding: 'hex' | 'base64', index: number): Generator<Disguise> {
  // Where the encoded text really starts is unknown, and with it the alignment.
  for (const shift of encoding === 'hex' ? [0, 1] : [0, 1, 2, 3]) {
    const text = Buffer.from(run.slice(shift), encoding).toString('latin1')
    if (READABLE.test(text)) yield { form: encoding, text, index }
    if (text.startsWith(GZIP_MAGIC)) yield { form: 'gzip', text: unzip(text), index }
  }
}
