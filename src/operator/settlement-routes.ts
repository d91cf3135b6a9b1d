import { Router } from 'express'
import type { Client } from '@temporalio/client'
import type { Db } from '../postgres/db.ts'
import { listSettlementDifferences } from '../postgres/settlement-differences.ts'
import { createSettlements } from '../postgres/settlements.ts'
import { runSettlements } from '../gateway/run-settlement.ts'
import { isSettlingProvider } from '../domain/settlement/settling-provider.ts'
import { requireRole } from './identify.ts'

const MOST = 1_000
const LONGEST_SILENCE_MS = 15 * 60_000

/** Settlement on the private port: batches now, of all providers or one, and what became of them. */
export function settlementRoutes({ client, db }: { client: Client; db: Db }): Router {
  const settlements = createSettlements(db)
  const router = Router()
  router.post('/settlement/run', requireRole('operator'), async (request, response) => {
    // A large batch takes longer than a connection may otherwise be silent.
    request.socket.setTimeout(LONGEST_SILENCE_MS)
    const { provider } = request.query
    if (provider !== undefined && !isSettlingProvider(provider)) {
      response.status(400).json({ error: 'unknown_provider' })
      return
    }
    const run = await runSettlements(client, provider === undefined ? undefined : [provider])
    response.status(run.state === 'done' ? 200 : 202).json(run)
  })
  router.get('/settlement', async (_, response) => {
    response.json(await settlements.list(MOST))
  })
  router.get('/settlement/:batchId', async ({ params: { batchId } }, response) => {
    const batch = await settlements.find(batchId)
    if (!batch) {
      response.status(404).json({ error: 'not_found' })
      return
    }
    const differences = await listSettlementDifferences(db, batchId, MOST)
    response.json({ ...batch, differences })
  })
  return router
}
