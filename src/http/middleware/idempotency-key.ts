import { CARD_NUMBER_PROBLEM } from '../../contract/fields.ts'
import { holdsSpelledCard } from '../../domain/cards/card-number-in-text.ts'
import { invalidField } from '../refused.ts'

/** The key of a request, given bare or as the quoted string of the header's specification. */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = unquote(header.trim())
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'must have 1 to 255 printable ASCII characters')
  }
  // A number in one piece may be the merchant's own: nothing but a keyed hash of it is kept.
  if (holdsSpelledCard(key)) throw invalidField('Idempotency-Key', CARD_NUMBER_PROBLEM)
  return key
}

function unquote(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)
  return quoted?.[1] === undefined ? header : quoted[1].replace(/\\(["\\])/g, '$1')
}
