import { Router } from 'express'
import type { Client } from '@temporalio/client'
import type { Db } from '../postgres/db.ts'
import { listSettlementDifferences } from '../postgres/settlement-differences.ts'
import { createSettlements } from '../postgres/settlements.ts'
import { runSettlement } from '../gateway/run-settlement.ts'
import { requireRole } from './identify.ts'

const MOST = 1_000
const LONGEST_SILENCE_MS = 15 * 60_000

/** Settlement on the private port: a batch now, and what became of the batches. */
export function settlementRoutes({ client, db }: { client: Client; db: Db }): Router {
  const settlements = createSettlements(db)
  const router = Router()
  router.post('/settlement/run', requireRole('operator'), async (request, response) => {
    // A large batch takes longer than a connection may otherwise be silent.
    request.socket.setTimeout(LONGEST_SILENCE_MS)
    const run = await runSettlement(client)
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
