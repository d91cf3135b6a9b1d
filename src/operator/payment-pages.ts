import { Router } from 'express'
import type { Client } from '@temporalio/client'
import { workflowIdOf } from '../domain/id.ts'
import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import { incidentPage } from '../review/incident-page.ts'
import { collectIncident } from '../review/incident.ts'
import { findStuck } from '../review/stuck.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { createPayloadCodec } from '../vault/payload-codec.ts'
import { operatorOf } from './identify.ts'
import { startPage } from './start-page.ts'

export interface PaymentPagesParts {
  db: Db
  client: Client
  keyRing: KeyRing
  namespace: string
  temporalUi: string | undefined
  /** In the sandbox: the providers' own log. */
  providerLog: string | undefined
}

/** Pages for operators: what is stuck, and everything about one payment. */
export function paymentPages(parts: PaymentPagesParts): Router {
  const { db, client, namespace, temporalUi, providerLog } = parts
  const codec = createPayloadCodec(parts.keyRing)
  const router = Router()

  router.get('/', async (_, response) => {
    const stuck = await findStuck({ db, client, codec })
    response.type('html').send(startPage(stuck, { namespace, temporalUi }))
  })

  router.get('/payments', (request, response) => {
    const { id } = request.query
    const wanted = typeof id === 'string' ? id.trim().replace(/^pay\//, '') : ''
    response.redirect(303, `/payments/${encodeURIComponent(wanted)}`)
  })

  router.get('/payments/:paymentId', async (request, response) => {
    const { paymentId } = request.params
    const replays = request.query.replay !== undefined
    const incident = await collectIncident({ db, client, codec, replays, providerLog }, paymentId)
    if (!incident) {
      response.status(404).json({ error: 'payment_not_found' })
      return
    }
    await auditOperator(db, {
      operator: operatorOf(response).name,
      action: 'payment.look',
      subject: paymentId,
      origin: request.ip ?? 'unknown',
      outcome: 'shown',
    })
    if (request.accepts(['html', 'json']) === 'json') {
      response.json(incident)
      return
    }
    const workflow = encodeURIComponent(workflowIdOf('pay', paymentId))
    response.type('html').send(
      incidentPage(incident, {
        ...(temporalUi !== undefined && {
          temporalUi: `${temporalUi}/namespaces/${namespace}/workflows/${workflow}`,
        }),
        ...(!replays && { withReplay: `/payments/${paymentId}?replay` }),
      }),
    )
  })
  return router
}
