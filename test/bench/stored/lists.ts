import type { Shop } from '../shop.ts'

/** Each list of the self-service: its first page, the next one, and what is filtered out of it. */
const lists: Readonly<Record<string, readonly string[]>> = {
  '/payments': [
    ...[
      'order=created_asc',
      'order=updated_asc',
      'status=SETTLED',
      'status=REJECTED',
      'method=BLIK',
    ],
    ...['extOrderId=order-777', 'cardMask=4242', 'email=payer777%40example.com', 'reference=none'],
    ...[
      'amountFrom=20&amountTo=21',
      'createdFrom=2020-01-01T00:00:00Z&createdTo=2020-02-01T00:00:00Z',
    ],
  ],
  '/events': ['order=created_desc', 'type=payment.settled', 'type=dispute.opened'],
  '/balance/entries': ['currency=PLN'],
  '/settlements': [],
  '/disputes': [],
  '/links': [],
  '/webhooks': [],
  '/dispute-rates': [],
}

/** What to ask for, and what it is called; a list that is too short has no next page. */
export async function listsOf(shop: Shop): Promise<[name: string, path: string][]> {
  const found: [string, string][] = []
  for (const [list, filters] of Object.entries(lists)) {
    found.push([`GET ${list}`, list])
    const { nextCursor } = await shop.read(list).catch(() => ({ nextCursor: undefined }))
    if (typeof nextCursor === 'string')
      found.push([`GET ${list}, next page`, `${list}?cursor=${encodeURIComponent(nextCursor)}`])
    found.push(
      ...filters.map((filter): [string, string] => [`GET ${list}?${filter}`, `${list}?${filter}`]),
    )
  }
  return found
}
