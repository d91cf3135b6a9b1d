import type { ChargeSeen } from '../../domain/routing/circuit.ts'
import { CHARGES_SEEN, SEEN_FOR_MS } from '../../domain/routing/circuit.ts'
import type { Db } from '../db.ts'
import { execute, many, maybeOne, statement } from '../db.ts'

/** One charge through an account, as it ended. */
export interface ChargeNote {
  merchantId: string
  via: string
  reference: string
  outcome: string
  answered: boolean
  trial: boolean
}

/** What all processes know of how accounts do. */
export interface AccountCharges {
  note(charge: ChargeNote): Promise<void>
  /** Newest first, by account. */
  recent(merchantId: string, accounts: readonly string[]): Promise<Map<string, ChargeSeen[]>>
  /** True for the one charge that may find out whether an account works again. */
  claimTrial(merchantId: string, via: string, reference: string): Promise<boolean>
  /** Forgets what is too old to say anything. */
  forget(): Promise<number>
}

export const createAccountCharges = (db: Db): AccountCharges => ({
  note: async ({ merchantId, via, reference, outcome, answered, trial }) => {
    await execute(db, NOTE, [merchantId, via, reference, outcome, answered, trial])
  },
  recent: async (merchantId, accounts) => {
    const values = [merchantId, accounts, SEEN_FOR_MS, CHARGES_SEEN]
    const rows = await many<ChargeRow>(db, RECENT, values)
    // Ages by the database's clock, so that no process sees an account differently.
    const now = Date.now()
    const byAccount = new Map<string, ChargeSeen[]>()
    for (const { via, answered, trial, ageMs } of rows) {
      const known = byAccount.get(via) ?? []
      byAccount.set(via, [...known, { answered, trial, at: now - ageMs }])
    }
    return byAccount
  },
  claimTrial: async (merchantId, via, reference) =>
    (await maybeOne(db, CLAIM_TRIAL, [merchantId, via, reference])) !== undefined,
  forget: () => execute(db, FORGET, []),
})

interface ChargeRow {
  via: string
  answered: boolean
  trial: boolean
  ageMs: number
}

const NOTE = statement(
  'account_charge_note',
  `insert into account_charge (merchant_id, via, reference, outcome, answered, trial)
   values ($1, $2, $3, $4, $5, $6)`,
)

const RECENT = statement(
  'account_charge_recent',
  `select via, answered, trial,
          (extract(epoch from clock_timestamp() - at) * 1000)::float8 as "ageMs"
     from unnest($2::text[]) as account (via)
    cross join lateral (
      select answered, trial, at from account_charge c
       where c.merchant_id = $1 and c.via = account.via
         and c.at > clock_timestamp() - $3 * interval '1 ms'
       order by at desc limit $4) as charge
    order by via, at desc`,
)

const CLAIM_TRIAL = statement(
  'account_trial_claim',
  `insert into account_trial (merchant_id, via, reference) values ($1, $2, $3)
   on conflict (merchant_id, via) do update set reference = $3, at = clock_timestamp()
    where account_trial.at < clock_timestamp() - interval '15 seconds' or account_trial.reference = $3
   returning via`,
)

const FORGET = statement(
  'account_charge_forget',
  `delete from account_charge where at < clock_timestamp() - interval '1 day'`,
)
