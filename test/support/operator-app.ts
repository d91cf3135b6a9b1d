import type { Client } from '@temporalio/client'
import { listen } from '../../src/http/listen.ts'
import { createOperatorApp } from '../../src/operator/app.ts'
import { listPages } from '../../src/operator/pages/list-pages.ts'
import { paymentPages } from '../../src/operator/pages/payment-pages.ts'
import { settlementRoutes } from '../../src/operator/settlement-routes.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { giveToken, openSession, saveOperator } from '../../src/postgres/operators.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { freshKeyRing } from './key-ring.ts'

/** The pages for operators over a database, without Temporal, and a session of one who may act. */
export async function startOperatorApp(db: DbPool) {
  const { keyRing } = await freshKeyRing()
  const metrics = createMetrics('api')
  const parts = { db, client: {} as Client, keyRing, metrics }
  const places = { namespace: 'n', temporalUi: undefined, providerLog: undefined }
  const server = await listen(
    createOperatorApp({
      log: createLog('api', 'silent'),
      metrics,
      health: { draining: false, checks: {} },
      operatorToken: 'figures',
      operators: { db, uiUrl: undefined, secure: false },
      routers: [listPages(parts), settlementRoutes(parts), paymentPages({ ...parts, ...places })],
    }),
    { host: '127.0.0.1', port: 0 },
  )
  await saveOperator(db, { name: 'anna', role: 'operator' }, 'test')
  await giveToken(db, 'anna', 1)
  return {
    url: `http://127.0.0.1:${String(server.port)}`,
    cookie: ['tollgate_operator', await openSession(db, 'anna')] as [string, string],
    close: async () => {
      await server.stop(100)
      metrics.registry.clear()
    },
  }
}
