import type { KeyObject } from 'node:crypto'
import { keyedId } from './random-id.ts'

/**
 * A keyed hash of the whole card number, to find a card again without keeping it readable.
 * With a scope (a merchant), the same card of two scopes cannot be linked.
 */
export function fingerprint(key: KeyObject | Buffer, cardNumber: string, scope = ''): string {
  return keyedId(key, 'card', scope, cardNumber)
}
