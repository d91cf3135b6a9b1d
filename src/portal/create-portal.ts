import express from 'express'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import { withoutCardNumber } from '../domain/cards/card-number-in-text.ts'
import { statusOf } from '../domain/refusal.ts'
import { mayPerson } from '../domain/portal-role.ts'
import { isStorableTarget } from '../domain/texts/storable-text.ts'
import {
  contextOf,
  createAddressLimit,
  Refused,
  refusedBy,
  requestId,
  requestLog,
  sendFile,
} from '../http/for-portal.ts'
import { isSameSecret } from '../process/is-same-secret.ts'
import { sendAsset } from '../look/assets.ts'
import { assets } from './assets.ts'
import { keepLanguage } from './cookies.ts'
import { isFromHere } from './is-from-here.ts'
import { followPage, LIVE } from './live/follow-page.ts'
import type { Portal } from './portal.ts'
import { isSecure } from './portal.ts'
import { allowImages, protectPage } from './protect-page.ts'
import { readForm, readUpload } from './read-form.ts'
import type { OpenVisit, PortalRoute, Shown, Visit } from './route.ts'
import { createTurns, TooMany } from './turns.ts'
import { isLanguage } from './texts/texts.ts'
import { openVisit, signedVisit } from './visit.ts'
import { renderDocument } from './views/document.tsx'
import { noticeOf } from './views/notice.tsx'

/** Pages that are made at the same time, and that wait: a crowd is not heard at the cost of payments. */
const pages = { atOnce: 4, waiting: 200 }

/** The merchants' own pages, on a port of their own. */
export function createPortal(portal: Portal, routes: readonly PortalRoute[]): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', portal.config.server.trustedProxies)
  app.use(requestId(portal.newId), requestLog(portal.log, portal.metrics))
  const limitAddress = createAddressLimit(portal.config.rateLimitPerSecond)
  app.use((request, response, next) => {
    protectPage(response, isSecure(portal))
    limitAddress.take(request)
    if (!isStorableTarget(request.originalUrl)) throw new Refused('not_found')
    next()
  })
  app.get('/', (_, response) => {
    response.redirect(303, '/portal')
  })
  for (const asset of Object.values(assets))
    app.get(
      asset.path,
      (_, response, next) => {
        contextOf(response).route = '/portal/assets'
        next()
      },
      sendAsset(asset),
    )
  app.get(LIVE, followPage(portal))
  const inTurn = createTurns(pages)
  for (const route of routes)
    app[route.method](route.path, changeLanguage(portal), serve(portal, route, inTurn))
  app.use((request, response) => {
    sendProblem(portal, request, response, new Refused('not_found'))
  })
  app.use(answerFailure(portal))
  return app
}

/** `?lang=` is kept and taken out of the address again. */
const changeLanguage =
  (portal: Portal): RequestHandler =>
  (request, response, next) => {
    const { lang, ...rest } = request.query
    if (request.method !== 'GET' || typeof lang !== 'string' || !isLanguage(lang)) return next()
    keepLanguage(response, lang, isSecure(portal))
    const query = new URLSearchParams(rest as Record<string, string>).toString()
    response.redirect(303, query === '' ? request.path : `${request.path}?${query}`)
  }

type InTurn = ReturnType<typeof createTurns>

/** Whoever has not signed in takes no place of those who have; passwords have a line of their own. */
function serve(portal: Portal, route: PortalRoute, inTurn: InTurn): RequestHandler {
  return async (request, response) => {
    contextOf(response).route = route.path
    const open = openVisit(request, response)
    if (route.needs === 'nothing') {
      const visit = await withForm(portal, route, open)
      return show(portal, visit, await route.handle(portal, visit))
    }
    const signed = await signedVisit(portal, open)
    if (!signed) return response.redirect(303, signInPath(request))
    contextOf(response).merchantId = signed.person.merchantId
    const visit = await withForm(portal, route, signed)
    if (route.needs !== 'signedIn' && !mayPerson(visit.person.role, route.needs))
      throw new Refused('forbidden')
    const shown = await inTurn(() =>
      audited(portal, route, visit, () => route.handle(portal, visit)),
    )
    return show(portal, visit, shown)
  }
}

/** Reads lead back to where they were; what a form would have done is asked for again. */
const signInPath = ({ method, originalUrl }: Request): string =>
  method === 'GET' && originalUrl !== '/portal'
    ? `/portal/sign-in?next=${encodeURIComponent(originalUrl)}`
    : '/portal/sign-in'

/** A form counts only when a page of ours sent it, and with what that page was given. */
async function withForm<V extends OpenVisit>(
  portal: Portal,
  { uploads }: PortalRoute,
  visit: V,
): Promise<V> {
  const { request } = visit
  if (request.method !== 'POST') return visit
  const fields = await (uploads ? readUpload(request) : readForm(request))
  const isOwn = !isSigned(visit) || isSameSecret(visit.csrf, fields['csrf'] ?? '')
  if (!isFromHere(request, portal.url) || !isOwn) throw new Refused('forbidden')
  return { ...visit, fields }
}

const isSigned = (visit: OpenVisit): visit is Visit => 'csrf' in visit

/** What somebody asked for is written down with what came of it, refusals too. */
async function audited(
  portal: Portal,
  { audited: action }: PortalRoute,
  visit: Visit,
  work: () => Promise<Shown> | Shown,
): Promise<Shown> {
  if (action === undefined) return work()
  const subject = withoutCardNumber(visit.request.path.slice(0, 200))
  const entry = { operator: visit.actor, action: `portal.${action}`, subject, origin: visit.ip }
  try {
    const shown = await work()
    await portal.audit({ ...entry, outcome: 'done' })
    return shown
  } catch (error) {
    await portal.audit({ ...entry, outcome: refusedBy(error).code })
    throw error
  }
}

async function show(portal: Portal, visit: OpenVisit, shown: Shown): Promise<void> {
  const { response } = visit
  if ('goTo' in shown) return response.redirect(303, shown.goTo)
  if ('file' in shown) return sendFile(response, shown.file)
  const { status = 200, images, ...page } = shown
  if (images !== undefined) allowImages(response, images)
  sendPage(response, status, renderDocument({ portal, visit, ...page }))
}

function sendPage(response: Response, status: number, html: string): void {
  if (status === 429 || status === 503) response.setHeader('retry-after', '1')
  response.status(status).type('html').send(html)
}

function sendProblem(portal: Portal, request: Request, response: Response, refused: Refused): void {
  const visit = openVisit(request, response)
  const { title, body } = noticeOf(visit.t, refused)
  sendPage(response, statusOf(refused.code), renderDocument({ portal, visit, title, body }))
}

const answerFailure =
  (portal: Portal): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    contextOf(response).failure = error
    if (response.headersSent) return next(error)
    const refused = error instanceof TooMany ? new Refused('unavailable') : refusedBy(error)
    sendProblem(portal, request, response, refused)
  }
