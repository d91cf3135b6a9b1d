import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { createSettlementActivities } from '../../../activities/settlement/settlement.ts'
import { createLog } from '../../../src/process/log.ts'
import { recordDisputes } from '../../support/recorded-disputes.ts'
import { startListedApp } from './listed-payments.ts'

export type SettledApp = Awaited<ReturnType<typeof startSettledApp>>

let batches = 0

/** The real app over payments that a batch of the sandbox's acquirer has settled. Call in `beforeAll`. */
export async function startSettledApp() {
  const app = await startListedApp()
  const { acquirer, blik, bank } = app.payments
  const activities = createSettlementActivities({
    log: createLog('worker', 'silent'),
    acquirer,
    blik,
    bank,
    db: app.pool,
    hint: () => undefined,
    ...recordDisputes(app.pool),
    sendCommand: () => Promise.resolve('sent'),
  })
  const logger = new DefaultLogger('ERROR')
  const inActivity = <T>(run: () => Promise<T>): Promise<T> =>
    new MockActivityEnvironment(undefined, { logger }).run<[], T, () => Promise<T>>(run)
  const settle = async (batchId = `batch-${String((batches += 1))}`): Promise<string> => {
    await inActivity(() => activities.openBatch(batchId))
    const { total } = await inActivity(() => activities.closeBatch(batchId))
    for (let after = 0; after < total;) {
      const { last, lines } = await inActivity(() => activities.settlePage(batchId, after))
      if (lines === 0) break
      after = last
    }
    await inActivity(() => activities.finishBatch(batchId))
    return batchId
  }
  return { ...app, settle }
}
