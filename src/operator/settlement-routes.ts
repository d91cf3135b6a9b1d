import { Router } from 'express'
import type { Request } from 'express'
import type { Client } from '@temporalio/client'
import type { Db } from '../postgres/db.ts'
import { listSettlementDifferences } from '../postgres/settlements/settlement-differences.ts'
import { createSettlements } from '../postgres/settlements/settlements.ts'
import { runSettlements } from '../gateway/run-settlement.ts'
import { isSettlingProvider } from '../domain/settlement/settling-provider.ts'
import { operatorOf, requireRole } from './identify.ts'
import { batchPage, settlementPage } from './pages/settlement-page.tsx'

const MOST = 1_000
const MOST_SHOWN = 100
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
  router.get('/settlement', async (request, response) => {
    if (!wantsPage(request)) {
      response.json(await settlements.list(MOST))
      return
    }
    const batches = await settlements.list(MOST_SHOWN)
    const differences = await listSettlementDifferences(db, undefined, MOST_SHOWN)
    response.type('html').send(settlementPage(batches, differences, operatorOf(response)))
  })
  router.get('/settlement/:batchId', async (request, response) => {
    const { batchId } = request.params
    const batch = await settlements.find(batchId)
    if (!batch) {
      response.status(404).json({ error: 'not_found' })
      return
    }
    const differences = await listSettlementDifferences(db, batchId, MOST)
    if (wantsPage(request))
      response.type('html').send(batchPage(batch, differences, operatorOf(response)))
    else response.json({ ...batch, differences })
  })
  return router
}

const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html'
