import { invalidField } from '../refused.ts'
import type { Ids } from '../services.ts'

/** Where a page of a list ended: the values of its last row that the list is in the order of. */
export type Place = readonly (string | number)[]

/**
 * A cursor is what its list and its merchant make of a place. It is sealed with a keyed hash, so that one
 * of another list, another merchant or somebody's own making is refused.
 */
export function writeCursor(ids: Pick<Ids, 'keyed'>, scope: string, place: Place): string {
  const text = JSON.stringify(place)
  return `${Buffer.from(text).toString('base64url')}.${ids.keyed('cursor', scope, text)}`
}

export function readCursor(
  ids: Pick<Ids, 'keyed'>,
  scope: string,
  cursor: string | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined
  const [encoded = '', seal = ''] = cursor.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  if (ids.keyed('cursor', scope, text) !== seal)
    throw invalidField('cursor', 'must be the nextCursor of an earlier page of this list')
  return JSON.parse(text) as Place
}

/** A page and, when there is more, where the next one begins. One row more than the limit was read. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAt: (last: Row) => string,
): { rows: Row[]; nextCursor?: string } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return rows.length > limit && last ? { rows: page, nextCursor: cursorAt(last) } : { rows: page }
}
