import { execute, maybeOne, statement } from '../db.ts'
import type { DbPool } from '../db.ts'
import { openSecret } from '../self-service/sealed-secret.ts'
import type { Envelope, SealedSecret } from '../self-service/sealed-secret.ts'
import { hashOfSecret } from '../hash-of-secret.ts'

/** Somebody who may try to sign in now. */
export interface Candidate {
  personId: string
  merchantId: string
  password: string
  /** Of their one-time codes, in base32. */
  secret: string
  lastStep: number
}

/** What signing in needs of the database. */
export interface SignIns {
  /**
   * Counts a try before it is judged, so that many at once are not more tries than one after another.
   * Undefined for whoever is not known, disabled, or has to wait.
   */
  begin(merchantId: string, name: string): Promise<Candidate | undefined>
  /** Takes the one-time code of that step as used; false when it was used before. */
  useStep(personId: string, step: number): Promise<boolean>
  useRecoveryCode(personId: string, code: string): Promise<boolean>
}

const FREE_TRIES = 5
const FIRST_WAIT = "interval '30 seconds'"
const LONGEST_WAIT = "interval '1 hour'"

export const createSignIns = (pool: DbPool, envelope: Envelope): SignIns => ({
  begin: async (merchantId, name) => {
    const row = await maybeOne<Omit<Candidate, 'secret'> & SealedSecret>(pool, BEGIN, [
      merchantId,
      name,
    ])
    if (!row) return undefined
    const { personId, password, lastStep } = row
    const secret = await openSecret(envelope, merchantId, row)
    return { personId, merchantId, password, secret, lastStep }
  },
  useStep: async (personId, step) => (await execute(pool, USE_STEP, [personId, step])) === 1,
  useRecoveryCode: async (personId, code) =>
    (await execute(pool, USE_CODE, [personId, hashOfSecret(code)])) === 1,
})

// After five tries that failed one waits, each time twice as long.
const BEGIN = statement(
  'portal_sign_in_begin',
  `with counted as (
     update portal_person p
        set failures = least(failures + 1, 1000),
            locked_until = case when failures + 1 >= ${FREE_TRIES} then clock_timestamp()
              + least(${FIRST_WAIT} * 2 ^ least(failures + 1 - ${FREE_TRIES}, 20), ${LONGEST_WAIT}) end
       from merchant m
      where p.merchant_id = $1 and p.name = $2 and m.mid = p.merchant_id and m.status = 'active'
        and p.disabled_at is null and p.password is not null
        and (p.locked_until is null or p.locked_until <= clock_timestamp())
     returning p.person_id, p.password, p.last_step
   ) select c.person_id as "personId", c.password, c.last_step as "lastStep", t.record_id, t.key_id,
            t.wrapped_key, t.ciphertext
       from counted c join portal_totp t using (person_id)`,
)
const USE_STEP = statement(
  'portal_sign_in_step',
  `update portal_person set last_step = $2, failures = 0, locked_until = null
    where person_id = $1 and last_step < $2`,
)
const USE_CODE = statement(
  'portal_sign_in_recovery',
  `with used as (
     update portal_recovery_code set used_at = clock_timestamp()
      where person_id = $1 and hash = $2 and used_at is null returning person_id)
   update portal_person p set failures = 0, locked_until = null
     from used where p.person_id = used.person_id`,
)
