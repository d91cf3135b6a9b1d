import { randomUUID } from 'node:crypto'
import type { Said } from '../../domain/actor/said.ts'
import type { Envelope } from '../self-service/sealed-secret.ts'
import type { Db } from '../db.ts'
import { execute, many, statement } from '../db.ts'

/** A call whose words are kept. */
export interface ExchangedCall {
  ownerId: string
  merchantId: string
  reference: string
  step: string
}

export type KeptExchange = ExchangedCall & { createdAt: Date; said: Said[] }

/** What providers were asked and answered. Nobody waits for it, and no payment fails for it. */
export interface Exchanges {
  keep(call: ExchangedCall, said: readonly Said[]): void
  /** Resolves when all that was to be kept until now is. */
  kept(): Promise<void>
}

const GATHERED_MS = 300
/** What waits to be written: beyond that the database is away, and words are not worth memory. */
const MOST_WAITING = 1_000

type Sealed = Awaited<ReturnType<Envelope['seal']>>
type Waiting = ExchangedCall & { ref: string; sealed: Sealed }

/** Writes what was gathered in one statement: a call costs a share of it. */
export function createExchanges(
  db: Db,
  envelope: Envelope,
  failed: (error: unknown) => void,
): Exchanges {
  const sealing = new Set<Promise<void>>()
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    if (rows.length > 0) written = written.then(() => insert(db, rows)).catch(failed)
    return written
  }
  const add = async (call: ExchangedCall, said: readonly Said[]) => {
    const ref = randomUUID()
    const plaintext = Buffer.from(JSON.stringify(said))
    const sealed = await envelope.seal(plaintext, { merchantId: call.merchantId, recordId: ref })
    if (waiting.length >= MOST_WAITING) return
    waiting.push({ ...call, ref, sealed })
    timer ??= setTimeout(() => void write(), GATHERED_MS).unref()
  }
  return {
    keep: (call, said) => {
      const work = add(call, said).catch(failed)
      sealing.add(work)
      void work.then(() => sealing.delete(work))
    },
    kept: async () => {
      await Promise.all(sealing)
      await write()
    },
  }
}

async function insert(db: Db, rows: readonly Waiting[]): Promise<void> {
  const column = <T>(of: (row: Waiting) => T): T[] => rows.map(of)
  await execute(db, KEEP, [
    ...[column(({ ref }) => ref), column(({ ownerId }) => ownerId)],
    ...[column(({ merchantId }) => merchantId), column(({ reference }) => reference)],
    ...[column(({ step }) => step), column(({ sealed }) => sealed.keyId)],
    ...[column(({ sealed }) => sealed.wrappedKey), column(({ sealed }) => sealed.ciphertext)],
  ])
}

/** Of a payment or a tokenization, the oldest first. */
export async function readExchanges(
  db: Db,
  envelope: Pick<Envelope, 'open'>,
  ownerId: string,
): Promise<KeptExchange[]> {
  const rows = await many<Row>(db, READ, [ownerId])
  return Promise.all(
    rows.map(async ({ ref, keyId, wrappedKey, ciphertext, ...call }) => {
      const owner = { merchantId: call.merchantId, recordId: ref }
      const opened = await envelope.open({ keyId, wrappedKey, ciphertext }, owner)
      return { ...call, said: JSON.parse(opened.toString('utf8')) as Said[] }
    }),
  )
}

type Row = ExchangedCall & Sealed & { ref: string; createdAt: Date }

/**
 * Nothing is kept longer than its days, whatever becomes of its payment: months that are past are dropped, and of
 * the one that is partly past what is. Returns how many rows of that. The months to come are made on the way.
 */
export async function forgetExchanges(db: Db, days: number): Promise<number> {
  await execute(db, MAKE_MONTHS)
  await execute(db, DROP_MONTHS, [days])
  return execute(db, FORGET, [days])
}

const KEEP = statement(
  'provider_exchange_keep',
  `insert into provider_exchange
     (ref, owner_id, merchant_id, reference, step, key_id, wrapped_key, ciphertext)
   select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                        $7::bytea[], $8::bytea[])`,
)

const READ = statement(
  'provider_exchange_read',
  `select ref, owner_id as "ownerId", merchant_id as "merchantId", reference, step,
          key_id as "keyId", wrapped_key as "wrappedKey", ciphertext, created_at as "createdAt"
     from provider_exchange where owner_id = $1 order by created_at`,
)

const MAKE_MONTHS = statement('provider_exchange_make_months', 'select make_exchange_months()')

// By itself: it locks the whole log for a moment, and whoever holds a part of it may wait for that moment.
const DROP_MONTHS = statement('provider_exchange_drop_months', 'select drop_exchange_months($1)')

const FORGET = statement(
  'provider_exchange_forget',
  `delete from provider_exchange where created_at < now() - make_interval(days => $1)`,
)
