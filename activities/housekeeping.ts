import { eraseOrphanedEvidence } from '../src/postgres/disputes/dispute-evidence.ts'
import { purgeDisputes } from '../src/postgres/retention/purge-disputes.ts'
import { purgePayments } from '../src/postgres/retention/purge-payments.ts'
import { purgeTokenizations } from '../src/postgres/retention/purge-tokenizations.ts'
import { createAccountCharges } from '../src/postgres/providers/account-health.ts'
import { forgetExchanges } from '../src/postgres/providers/exchanges.ts'
import { createMerchantFigures } from '../src/postgres/portal/figures.ts'
import { createPortalSessions } from '../src/postgres/portal/sessions.ts'
import type { Deps } from './deps.ts'

const AT_ONCE = 50
const BATCHES = 20
const ORPHAN_AGE_MS = 24 * 3_600_000

export type HousekeepingActivities = ReturnType<typeof createHousekeepingActivities>

/** What is done once a day so that nothing is kept longer than it may be. */
export const createHousekeepingActivities = ({
  db,
  vault,
  log,
  exchangeDays = 0,
}: Pick<Deps, 'db' | 'vault' | 'log'> & { exchangeDays?: number }) => ({
  /** Small transactions, one after the other, so that nobody waits for their locks. */
  purgePastRetention: async (): Promise<{ purged: number; more: boolean }> => {
    await createAccountCharges(db).forget()
    await createPortalSessions(db).forget()
    await createMerchantFigures(db).forget()
    await forgetExchanges(db, exchangeDays)
    let purged = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const counts = [
        await purgePayments(db, AT_ONCE),
        await purgeTokenizations(db, AT_ONCE),
        await purgeDisputes(db, AT_ONCE),
      ]
      purged += counts.reduce((sum, count) => sum + count, 0)
      if (counts.every((count) => count < AT_ONCE)) return { purged, more: false }
    }
    return { purged, more: true }
  },

  eraseOrphanedSecrets: async (): Promise<number> => {
    const erased =
      (await vault.eraseOrphans(ORPHAN_AGE_MS)) + (await eraseOrphanedEvidence(db, ORPHAN_AGE_MS))
    if (erased > 0) log.info({ erased }, 'cards and evidence that nobody used are erased')
    return erased
  },
})
