import express, { Router } from 'express'
import type { Client } from '@temporalio/client'
import { workflowIdOf } from '../../domain/id.ts'
import { waitingApprovals } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { auditOperator } from '../../postgres/operator-audit.ts'
import { emailHashOf, listPayments } from '../../postgres/review/list-payments.ts'
import type { PaymentLine } from '../../postgres/review/list-payments.ts'
import { idsLike, readPaymentFile } from '../../postgres/review/payment-file.ts'
import { incidentPage } from '../../review/incident/incident-page.tsx'
import { collectIncident } from '../../review/incident/incident.ts'
import { findStuck } from '../../review/stuck.ts'
import type { KeyRing } from '../../vault/key-ring.ts'
import { createPayloadCodec } from '../../vault/payload-codec.ts'
import { addressOf, operatorOf } from '../identify.ts'
import { actionRoutes } from './actions.tsx'
import { headOfPages, surround } from './navigation.tsx'
import { actionsSection, paymentAction } from './payment-actions.tsx'
import { filterOf, meaningsOf, readSearch, searchPage } from './search-page.tsx'
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
      operator: operator.name,
      action: 'payment.look',
      subject: paymentId,
      outcome: 'shown',
      origin: addressOf(request),
    })
    if (request.accepts(['html', 'json']) === 'json') {
      response.json(incident)
      return
    }
    const workflow = encodeURIComponent(workflowIdOf('pay', paymentId))
    response
      .type('html')
      .send(
        incidentPage(incident, {
          ...(temporalUi !== undefined && {
            temporalUi: `${temporalUi}/namespaces/${namespace}/workflows/${workflow}`,
          }),
          ...(!replays && { withReplay: `/payments/${paymentId}?replay` }),
          around: surround({ place: '/payments', operator }),
          head: headOfPages(),
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

/** Payments by what somebody remembers of them; the only one that is found is opened. */
function searchRoutes(db: Db): Router {
  const router = Router()
  router.get('/payments', async (request, response) => {
    const search = readSearch(request.query)
    const ids = await idsLike(db, (search.id ?? search.q ?? '').replace(/^pay\//, ''))
    const found = search.q === undefined ? undefined : await findAll(db, search.q)
    const only = [...new Set([...ids, ...(found ?? []).map(({ paymentId }) => paymentId)])]
    const isOfOne = search.id !== undefined || search.q !== undefined
    if (isOfOne && only.length === 1) {
      response.redirect(303, `/payments/${only[0] ?? ''}`)
      return
    }
    const isUnknown = search.id !== undefined && ids.length === 0
    const shown = found ?? (isUnknown ? [] : await listPayments(db, filterOf(search)))
    response.type('html').send(searchPage(shown, search, operatorOf(response)))
  })

  // By POST, so that the address of a person stands in no address of a page and in no log.
  router.post(
    '/search',
    express.urlencoded({ extended: false, limit: LARGEST }),
    (request, response) => {
      const { q } = (request.body ?? {}) as Record<string, unknown>
      const text = typeof q === 'string' ? q.trim().slice(0, LONGEST_SEARCH) : ''
      const query = text.includes('@') ? { emailHash: emailHashOf(text) } : { q: text }
      response.redirect(303, `/payments?${new URLSearchParams(query).toString()}`)
    },
  )
  return router
}

const LONGEST_SEARCH = 128

/** What each meaning of the text names, each payment once. */
async function findAll(db: Db, text: string): Promise<PaymentLine[]> {
  const found = await Promise.all(meaningsOf(text).map((filter) => listPayments(db, filter)))
  return [...new Map(found.flat().map((one) => [one.paymentId, one])).values()]
}
