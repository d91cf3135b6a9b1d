import { Router } from 'express'
import { findApproval, waitingApprovals } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { listAttempts, listNotifications } from '../../postgres/notification-log.ts'
import { listPausedEndpoints } from '../../postgres/notification-log.ts'
import { readApprovalRate } from '../../postgres/review/approval-rate.ts'
import { readRejections } from '../../postgres/review/stats.ts'
import type { Metrics } from '../../process/metrics.ts'
import { operatorOf } from '../identify.ts'
import { actionRoutes } from './actions.tsx'
import { approvalAction, approvalsPage } from './approvals-page.tsx'
import { figuresPage } from './figures-page.tsx'
import { latencies } from './latency.ts'
import {
  attemptsPage,
  notificationFilter,
  notificationsPage,
  readNotificationQuery,
  resendAction,
  resumeAction,
} from './notifications-page.tsx'
import { periodOf } from './period.ts'
import { settlementAction } from './settlement-page.tsx'

export interface ListPagesParts {
  db: Db
  metrics: Pick<Metrics, 'providerDurationSeconds'>
}

const LIVE_SECONDS = 30

/** Pages of what waits for a person, of what merchants were told, and of figures. */
export function listPages({ db, metrics }: ListPagesParts): Router {
  const router = Router()

  router.get('/approvals', async (_, response) => {
    const waiting = await waitingApprovals(db)
    response.type('html').send(approvalsPage(waiting, operatorOf(response)))
  })

  router.get('/notifications', async (request, response) => {
    const query = readNotificationQuery(request.query)
    const lines = await listNotifications(db, notificationFilter(query, Date.now()))
    const paused = await listPausedEndpoints(db)
    const operator = operatorOf(response)
    response.type('html').send(notificationsPage({ lines, paused }, query, operator))
  })

  router.get('/figures', async (request, response) => {
    const period = periodOf(request.query, Date.now())
    const { values } = await metrics.providerDurationSeconds.get()
    const figures = {
      period,
      steps: await readApprovalRate(db, period),
      rejections: await readRejections(db, period),
      latency: latencies(values),
    }
    // Only for those who ask for it: a page that changes by itself takes it away from readers.
    if (request.query['live'] !== undefined) response.setHeader('refresh', String(LIVE_SECONDS))
    response.type('html').send(figuresPage(figures, operatorOf(response)))
  })

  router.use(
    actionRoutes(db, {
      '/approvals/:id/do/:decision': async ({ params }) => {
        const { id = '', decision = '' } = params as Record<string, string>
        const approval = await findApproval(db, id)
        return approval && approvalAction(approval, decision)
      },
      '/settlement/do/run': ({ query }) => Promise.resolve(settlementAction(query['provider'])),
      '/notifications/do/resend': ({ query }) =>
        Promise.resolve(named(query['payment'], resendAction)),
      '/notifications/do/resume': ({ query }) =>
        Promise.resolve(named(query['merchant'], resumeAction)),
    }),
  )

  router.get('/notifications/:id', async ({ params: { id } }, response) => {
    const lines = await listAttempts(db, id)
    response.type('html').send(attemptsPage(id, lines, operatorOf(response)))
  })
  return router
}

/** An id, as one can be spelt. */
const named = <T>(given: unknown, make: (id: string) => T): T | undefined =>
  typeof given === 'string' && /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(given)
    ? make(given)
    : undefined
