import express, { Router } from 'express'
import type { Client } from '@temporalio/client'
import { workflowIdOf } from '../../domain/id.ts'
import { waitingApprovals } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { auditOperator } from '../../postgres/operator-audit.ts'
import { emailHashOf, listPayments } from '../../postgres/review/list-payments.ts'
import { idsLike, readPaymentFile } from '../../postgres/review/payment-file.ts'
import { incidentPage } from '../../review/incident/incident-page.tsx'
import { collectIncident } from '../../review/incident/incident.ts'
import { findStuck } from '../../review/stuck.ts'
import type { KeyRing } from '../../vault/key-ring.ts'
import { createPayloadCodec } from '../../vault/payload-codec.ts'
import { addressOf, operatorOf } from '../identify.ts'
import { actionRoutes } from './actions.tsx'
import { Navigation } from './navigation.tsx'
import { actionsSection, paymentAction } from './payment-actions.tsx'
import { filterOf, readSearch, searchPage } from './search-page.tsx'
import { startPage } from './start-page.tsx'

const LARGEST = '2kb'

export interface PaymentPagesParts {
  db: Db
  client: Client
  keyRing: KeyRing
  namespace: string
  temporalUi: string | undefined
  /** In the sandbox: the providers' own log. */
  providerLog: string | undefined
}

/** Pages for operators: what is stuck, payments that somebody looks for, and all about one. */
export function paymentPages(parts: PaymentPagesParts): Router {
  const { db, client, namespace, temporalUi, providerLog } = parts
  const codec = createPayloadCodec(parts.keyRing)
  const router = Router()

  router.get('/', async (_, response) => {
    const stuck = await findStuck({ db, client, codec })
    const waiting = await waitingApprovals(db)
    const operator = operatorOf(response)
    response.type('html').send(startPage({ stuck, waiting, operator }, { namespace, temporalUi }))
  })

  router.use(searchRoutes(db))

  router.get('/payments/:paymentId', async (request, response) => {
    const { paymentId } = request.params
    const replays = request.query['replay'] !== undefined
    const incident = await collectIncident({ db, client, codec, replays, providerLog }, paymentId)
    if (!incident) {
      response.status(404).json({ error: 'payment_not_found' })
      return
    }
    const operator = operatorOf(response)
    await auditOperator(db, {
      ...{ operator: operator.name, action: 'payment.look', subject: paymentId, outcome: 'shown' },
      origin: addressOf(request),
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
        navigation: Navigation({ place: '/payments', operator }),
        actions: await actionsSection(incident.parts.payment, operator, Date.now()),
      }),
    )
  })

  router.use(
    actionRoutes(db, {
      '/payments/:paymentId/do/:action': async ({ params }) => {
        const { paymentId = '', action = '' } = params as Record<string, string>
        const file = await readPaymentFile(db, paymentId)
        return file && paymentAction(file.state, action, Date.now())
      },
    }),
  )
  return router
}

/** Payments by what somebody remembers of them. */
function searchRoutes(db: Db): Router {
  const router = Router()
  router.get('/payments', async (request, response) => {
    const search = readSearch(request.query)
    const [only, other] = await idsLike(db, (search.id ?? '').replace(/^pay\//, ''))
    if (only !== undefined && other === undefined) {
      response.redirect(303, `/payments/${only}`)
      return
    }
    const isUnknown = search.id !== undefined && only === undefined
    const found = isUnknown ? [] : await listPayments(db, filterOf(search))
    response.type('html').send(searchPage(found, search, operatorOf(response)))
  })

  // By POST, so that the address of a person stands in no address of a page and in no log.
  router.post(
    '/payments/by-email',
    express.urlencoded({ extended: false, limit: LARGEST }),
    (request, response) => {
      const { email } = (request.body ?? {}) as Record<string, unknown>
      const hash = emailHashOf(typeof email === 'string' ? email : '')
      response.redirect(303, `/payments?emailHash=${hash}`)
    },
  )
  return router
}
