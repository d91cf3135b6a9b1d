/** A fixed share of all copies: one of four. */
interface Slot {
  slot: number
  merchantId: string
  /** Among those of its merchant. */
  rank: number
  /** How many slots its merchant has. */
  share: number
  /** What the merchant has before the first copy. */
  balanceMinor: number
}

export interface Copies {
  count: number
  currency: string
  /** The first begins then, each of the others so much later. */
  firstMs: number
  stepMs: number
  /** What one of them leaves to its merchant. */
  netMinor: number
  /** From this one on merchants can read them, with so many events each. */
  firstLive: number
  eventsOf: number
  slots: Slot[]
}

/** Half of all are of the first merchant, the others share the rest. */
export function slots(
  merchantIds: readonly string[],
  balances: readonly { merchantId: string; minor: number }[],
): Slot[] {
  const [first = '', second = first, third = second] = merchantIds
  const owners = [first, first, second, third]
  return owners.map((merchantId, slot) => ({
    slot,
    merchantId,
    rank: owners.slice(0, slot).filter((one) => one === merchantId).length,
    share: owners.filter((one) => one === merchantId).length,
    balanceMinor: balances.find((one) => one.merchantId === merchantId)?.minor ?? 0,
  }))
}

/** How many of a merchant come before the n-th of all, counted from one. */
export const placesBefore = ({ slots: all }: Copies, merchantId: string, n: number): number =>
  all
    .filter((one) => one.merchantId === merchantId)
    .reduce((sum, { slot }) => sum + Math.max(0, Math.ceil((n - 1 - slot) / all.length)), 0)

/** A query with a row for each of the copies from `$1` to `$2`. Ids are letters, and in no order, as real ones. */
export function copiesOf(copies: Copies): string {
  const { count, firstMs, stepMs, netMinor, firstLive, eventsOf, slots: all } = copies
  const rows = all.map(({ slot, merchantId, rank, share, balanceMinor }) => {
    const unread = placesBefore(copies, merchantId, firstLive)
    return `(${[slot, `'${merchantId}'`, rank, share, `${balanceMinor}::bigint`, unread].join(', ')})`
  })
  const place = `((n - 1) / ${all.length} * share + rank)`
  return `
    select n, ms, timestamptz 'epoch' + ms * interval '1 ms' as at, merchant_id,
           translate(left(md5('copy ' || n), 27), '0123456789', 'ghijklmnop') as id,
           'order-' || (${count} - n) as order_id,
           to_char(timestamptz 'epoch' + ms * interval '1 ms', '"day-"YYYY-MM-DD') as batch_id,
           balance + ${place}::bigint * ${netMinor} as balance_minor,
           (${place} - unread) * ${eventsOf} as event_place
      from generate_series($1::int, $2::int) n
      cross join lateral (select ${Math.round(firstMs)} + floor(n * ${stepMs}::float8)::bigint as ms) moment
      join (values ${rows.join(', ')}) as slot (slot, merchant_id, rank, share, balance, unread)
        on slot.slot = (n - 1) % ${all.length}`
}
