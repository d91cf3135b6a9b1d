import { createHash, randomBytes } from 'node:crypto'
import { execute, maybeOne, statement } from '../db.ts'
import type { DbPool } from '../db.ts'
import { openSecret } from '../self-service/sealed-secret.ts'
import type { Envelope, SealedSecret } from '../self-service/sealed-secret.ts'
import { hashOfSecret } from '../hash-of-secret.ts'

/** From where somebody tries: tells who guesses from who has been here before. */
export interface SignInOrigin {
  network: string
  /** What this browser was given when the person signed in with it. */
  device?: string | undefined
}

/** Somebody who may try to sign in now. */
export interface Candidate {
  personId: string
  merchantId: string
  password: string
  /** Of their one-time codes, in base32. */
  secret: string
  lastStep: number
}

export interface Begun {
  /** Whether the person has signed in with this browser before. */
  isKnownDevice: boolean
  /** Nobody for whoever is not known, disabled, or has to wait. */
  candidate?: Candidate
}

/** What signing in needs of the database. */
export interface SignIns {
  /**
   * Counts a try before it is judged, so that many at once are not more tries than one after another: that
   * of a known device for the device, that of anybody else for the person and the network.
   */
  begin(merchantId: string, name: string, origin: SignInOrigin): Promise<Begun>
  /** Takes the one-time code of that step as used; false when it was used before. */
  useStep(personId: string, step: number, origin: SignInOrigin): Promise<boolean>
  useRecoveryCode(personId: string, code: string, origin: SignInOrigin): Promise<boolean>
  /** What the browser is known by from now on, in the place of what it had. */
  remember(personId: string, before: string | undefined): Promise<string>
}

const FREE_TRIES = 5
/** Of strangers from wherever they come; who guesses from everywhere makes unknown devices wait. */
const FREE_TRIES_OF_ALL = 100
const FIRST_WAIT = "interval '30 seconds'"
const LONGEST_WAIT = "interval '1 hour'"
const DEVICE_DAYS = 180
const MOST_DEVICES = 20

export const createSignIns = (pool: DbPool, envelope: Envelope): SignIns => ({
  begin: async (merchantId, name, { network, device }) => {
    const hash = device === undefined ? undefined : hashOfSecret(device)
    const isKnownDevice =
      hash !== undefined && (await execute(pool, IS_KNOWN, [merchantId, name, hash])) === 1
    const row = await maybeOne<Omit<Candidate, 'secret'> & SealedSecret>(
      pool,
      isKnownDevice ? BEGIN_KNOWN : BEGIN,
      [merchantId, name, isKnownDevice ? hash : bucketOf(network)],
    )
    if (!row) return { isKnownDevice }
    const { personId, password, lastStep } = row
    const secret = await openSecret(envelope, merchantId, row)
    return { isKnownDevice, candidate: { personId, merchantId, password, secret, lastStep } }
  },
  useStep: async (personId, step, origin) =>
    (await execute(pool, USE_STEP, [personId, ...placeOf(origin), step])) === 1,
  useRecoveryCode: async (personId, code, origin) =>
    (await execute(pool, USE_CODE, [personId, ...placeOf(origin), hashOfSecret(code)])) === 1,
  remember: async (personId, before) => {
    const device = randomBytes(32).toString('base64url')
    const old = before === undefined ? null : hashOfSecret(before)
    await execute(pool, REMEMBER, [personId, hashOfSecret(device), old])
    return device
  },
})

const bucketOf = (network: string): number =>
  createHash('sha256').update(network).digest().readUInt8()

const placeOf = ({ network, device }: SignInOrigin) => [
  bucketOf(network),
  device === undefined ? null : hashOfSecret(device),
]

// After so many tries that failed one waits, each time twice as long.
const countedFrom = (row: string, free: number): string =>
  `failures = least(${row}.failures + 1, 1000),
   locked_until = case when ${row}.failures + 1 >= ${String(free)} then clock_timestamp()
     + least(${FIRST_WAIT} * 2 ^ least(${row}.failures + 1 - ${String(free)}, 20), ${LONGEST_WAIT}) end`
const isFree = (row: string): string =>
  `(${row}.locked_until is null or ${row}.locked_until <= clock_timestamp())`
const MAY_COME = `p.merchant_id = $1 and p.name = $2 and m.mid = p.merchant_id
  and m.status = 'active' and p.disabled_at is null and p.password is not null`
const OF_CANDIDATE = `select c.person_id as "personId", c.password, c.last_step as "lastStep",
    t.record_id, t.key_id, t.wrapped_key, t.ciphertext
  from counted c join portal_totp t using (person_id)`

const IS_KNOWN = statement(
  'portal_sign_in_is_known',
  `select 1 as found from portal_device d join portal_person p using (person_id)
    where p.merchant_id = $1 and p.name = $2 and d.hash = $3 and d.expires_at > clock_timestamp()`,
)
const BEGIN_KNOWN = statement(
  'portal_sign_in_begin_known',
  `with counted as (
     update portal_device d set ${countedFrom('d', FREE_TRIES)}
       from portal_person p, merchant m
      where d.hash = $3 and p.person_id = d.person_id and ${MAY_COME} and ${isFree('d')}
     returning p.person_id, p.password, p.last_step
   ) ${OF_CANDIDATE}`,
)
const BEGIN = statement(
  'portal_sign_in_begin',
  `with tried as (
     insert into portal_try as t (person_id, bucket, failures)
     select p.person_id, $3::smallint, 1 from portal_person p, merchant m
      where ${MAY_COME} and ${isFree('p')}
     on conflict (person_id, bucket) do update set ${countedFrom('t', FREE_TRIES)}
      where ${isFree('t')}
     returning t.person_id
   ), counted as (
     update portal_person p set ${countedFrom('p', FREE_TRIES_OF_ALL)}
       from tried where p.person_id = tried.person_id and ${isFree('p')}
     returning p.person_id, p.password, p.last_step
   ) ${OF_CANDIDATE}`,
)

/** A good end forgives the person, this network and this device what went before. */
const FORGIVE = `network as (
     delete from portal_try t using good where t.person_id = good.person_id and t.bucket = $2
   ), device as (
     update portal_device d set failures = 0, locked_until = null
       from good where d.person_id = good.person_id and d.hash = $3
   ) select person_id from good`
const USE_STEP = statement(
  'portal_sign_in_step',
  `with good as (
     update portal_person set last_step = $4, failures = 0, locked_until = null
      where person_id = $1 and last_step < $4 returning person_id
   ), ${FORGIVE}`,
)
const USE_CODE = statement(
  'portal_sign_in_recovery',
  `with used as (
     update portal_recovery_code set used_at = clock_timestamp()
      where person_id = $1 and hash = $4 and used_at is null returning person_id
   ), good as (
     update portal_person p set failures = 0, locked_until = null
       from used where p.person_id = used.person_id returning p.person_id
   ), ${FORGIVE}`,
)
const REMEMBER = statement(
  'portal_device_remember',
  `with gone as (
     delete from portal_device where person_id = $1 and (hash = $3
       or expires_at <= clock_timestamp()
       or hash in (select hash from portal_device where person_id = $1
                    order by created_at desc offset ${String(MOST_DEVICES - 1)}))
   ) insert into portal_device (hash, person_id, expires_at)
     values ($2, $1, clock_timestamp() + interval '${String(DEVICE_DAYS)} days')`,
)
