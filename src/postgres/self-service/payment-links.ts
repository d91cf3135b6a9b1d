import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { auditMerchant } from './merchant-audit.ts'
import type { MerchantAct } from './merchant-audit.ts'

export type NewPaymentLink = Omit<PaymentLink, 'status' | 'paid' | 'open' | 'createdAt'>

/** What came of the wish to make a payment of a link. */
export type UseTaken =
  /** It may be made under its id, as often as it is tried. */
  | { type: 'taken' }
  /** Every use is taken, and this payment holds one that nobody has begun to pay with. */
  | { type: 'untouched'; paymentId: string }
  /** Every use is taken, and somebody is paying. */
  | { type: 'busy' }
  | { type: 'over' }

export interface UseWanted {
  linkId: string
  paymentId: string
  /** A payment of the same browser: it need not be waited for. */
  own?: string | undefined
}

/** The payment links of merchants, and their uses. */
export interface PaymentLinks {
  /** The same link again is the one that stands. */
  create(link: NewPaymentLink, act: MerchantAct): Promise<void>
  find(linkId: string): Promise<PaymentLink | undefined>
  list(merchantId: string, page: LinkPage): Promise<PaymentLink[]>
  /** False when it had ended before. */
  end(linkId: string, act: MerchantAct): Promise<boolean>
  take(wanted: UseWanted): Promise<UseTaken>
}

export interface LinkPage {
  after?: readonly (string | number)[] | undefined
  limit: number
}

export const createPaymentLinks = (pool: DbPool): PaymentLinks => ({
  create: (link, act) =>
    transaction(pool, async (db) => {
      const { price, uses = null, expiresAt = null, extOrderId = null } = link
      const [amount, min, max] =
        'amountMinor' in price
          ? [price.amountMinor, null, null]
          : [null, price.minMinor, price.maxMinor]
      const made = await maybeOne(db, INSERT, [
        ...[link.linkId, link.merchantId, link.currency, amount, min, max],
        ...[link.description, extOrderId, uses, expiresAt, JSON.stringify(link.terms)],
      ])
      if (made) await auditMerchant(db, act, 'link.create', link.linkId, { uses, expiresAt })
    }),

  find: async (linkId) => {
    const row = await maybeOne<LinkRow>(pool, FIND, [linkId])
    return row && linkOf(row)
  },

  list: async (merchantId, { after, limit }) => {
    const [at, id] = after ?? [null, null]
    const rows = await many<LinkRow>(pool, LIST, [merchantId, at, id, limit])
    return rows.map(linkOf)
  },

  end: (linkId, act) =>
    transaction(pool, async (db) => {
      const ended = await maybeOne(db, END, [linkId, act.merchantId])
      if (ended) await auditMerchant(db, act, 'link.end', linkId)
      return ended !== undefined
    }),

  take: (wanted) => transaction(pool, (db) => takeUse(db, wanted)),
})

/**
 * Whoever takes a use of a counted link holds its row: of visitors at the same moment no more are let
 * through than it has uses, whichever process they come to.
 */
async function takeUse(db: Db, { linkId, paymentId, own }: UseWanted): Promise<UseTaken> {
  const link = await maybeOne<{ uses: number | null; isOver: boolean }>(db, LOCK, [linkId])
  if (!link) return { type: 'over' }
  if (await maybeOne(db, IS_TAKEN, [paymentId, linkId])) return { type: 'taken' }
  if (link.isOver) return { type: 'over' }
  if (link.uses !== null) {
    const standing = await one<Standing>(db, STANDING, [linkId, own ?? null])
    if (standing.taken >= link.uses) return refusalOf(standing, link.uses)
  }
  await execute(db, TAKE, [paymentId, linkId])
  return { type: 'taken' }
}

interface Standing {
  taken: number
  paid: number
  untouched: string | null
}

function refusalOf({ paid, untouched }: Standing, uses: number): UseTaken {
  if (paid >= uses) return { type: 'over' }
  return untouched === null ? { type: 'busy' } : { type: 'untouched', paymentId: untouched }
}

interface LinkRow {
  linkId: string
  merchantId: string
  status: PaymentLink['status']
  currency: PaymentLink['currency']
  amountMinor: number | null
  minMinor: number | null
  maxMinor: number | null
  description: string
  extOrderId: string | null
  uses: number | null
  expiresAt: Date | null
  terms: PaymentLink['terms']
  createdAt: Date
  paid: number
  open: number
}

function linkOf({ amountMinor, minMinor, maxMinor, ...row }: LinkRow): PaymentLink {
  const { extOrderId, uses, expiresAt, ...rest } = row
  return {
    ...rest,
    ...present({
      extOrderId: extOrderId ?? undefined,
      uses: uses ?? undefined,
      expiresAt: expiresAt ?? undefined,
    }),
    price:
      amountMinor === null
        ? { minMinor: Number(minMinor), maxMinor: Number(maxMinor) }
        : { amountMinor },
  }
}

const INSERT = statement(
  'link_insert',
  `insert into payment_link (link_id, merchant_id, currency, amount_minor, min_minor, max_minor,
     description, ext_order_id, uses, expires_at, terms)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (link_id) do nothing returning link_id`,
)

const SHOWN = `l.link_id as "linkId", l.merchant_id as "merchantId", l.status, l.currency,
  l.amount_minor as "amountMinor", l.min_minor as "minMinor", l.max_minor as "maxMinor", l.description,
  l.ext_order_id as "extOrderId", l.uses, l.expires_at as "expiresAt", l.terms,
  l.created_at as "createdAt", used.paid, used.open`

const USED = `lateral (
  select count(*) filter (where p.status in ('COMPLETED', 'SETTLED'))::int as paid,
         count(*) filter (where p.status is null or p.status in ('NEW', 'PENDING'))::int as open
    from payment_link_use u left join payment p on p.payment_id = u.payment_id
   where u.link_id = l.link_id) used`

const FIND = statement(
  'link_find',
  `select ${SHOWN} from payment_link l, ${USED} where l.link_id = $1`,
)

const LIST = statement(
  'link_list',
  `select ${SHOWN} from payment_link l, ${USED}
    where l.merchant_id = $1
      and ($3::text is null or (l.created_at, l.link_id) < (to_timestamp($2::numeric / 1000), $3))
    order by l.created_at desc, l.link_id desc limit $4`,
)

const END = statement(
  'link_end',
  `update payment_link set status = 'ENDED', ended_at = now()
    where link_id = $1 and merchant_id = $2 and status = 'ACTIVE' returning link_id`,
)

const LOCK = statement(
  'link_lock',
  `select uses, status <> 'ACTIVE' or coalesce(expires_at <= now(), false) as "isOver"
     from payment_link where link_id = $1 for no key update`,
)

const IS_TAKEN = statement(
  'link_is_taken',
  'select 1 from payment_link_use where payment_id = $1 and link_id = $2',
)

/** What nobody has touched for a minute stands in nobody's way; one's own never does. */
const STANDING = statement(
  'link_standing',
  `select count(*)::int as taken,
     count(*) filter (where p.status in ('COMPLETED', 'SETTLED'))::int as paid,
     min(u.payment_id) filter (
       where (p.status = 'NEW' or p.status is null)
         and (u.payment_id = $2 or u.at < now() - interval '1 minute')) as untouched
   from payment_link_use u left join payment p on p.payment_id = u.payment_id
  where u.link_id = $1 and (p.status is null or p.status not in ('REJECTED', 'CANCELLED', 'ERROR'))`,
)

const TAKE = statement(
  'link_take',
  'insert into payment_link_use (payment_id, link_id) values ($1, $2)',
)
