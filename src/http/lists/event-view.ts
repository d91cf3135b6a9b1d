import type { MerchantEventRow } from '../../postgres/lists/merchant-event-row.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

export const eventView = ({ eventId, type, createdAt, data }: MerchantEventRow) => ({
  eventId,
  type,
  createdAt: createdAt.toISOString(),
  data,
})

/** The caller's own event; a foreign one is told apart from none by nothing. */
export async function findEvent(
  { lists }: Uses<'lists'>,
  caller: Caller,
  eventId: string,
): Promise<MerchantEventRow> {
  const found = await lists.events.find(caller, eventId)
  if (!found) throw new Refused('event_not_found')
  return found
}
