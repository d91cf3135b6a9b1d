import { Router } from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { RateLimit, Services, Uses } from '../http/for-checkout.ts'
import {
  contextOf,
  createRateLimit,
  hangUpOf,
  problemHeaders,
  refusedBy,
  REPORTS_PATH,
} from '../http/for-checkout.ts'
import { statusOf } from '../domain/refusal.ts'
import type { Asset } from './assets.ts'
import { loadAssets, sendAsset } from './assets.ts'
import { isByNavigation } from './by-navigation.ts'
import { exchangeLink } from './exchange-link.ts'
import { followLink, showLink } from './link/link-handlers.ts'
import { makeFrame, makePage } from './make-page.ts'
import type { Checkout } from './make-page.ts'
import { giveAppleSession } from './wallets/give-apple-session.ts'
import { isSecure, keepLanguage } from './page-cookie.ts'
import { openSession } from './open-session.ts'
import { payerOf, subjectOf } from './payer.ts'
import { cancelHandler, forgetHandler, instrumentHandler, walletHandler } from './post-handlers.ts'
import { receiveMethod } from './receive-method.ts'
import { answerPageName, PAGE_NAME_ROUTE } from './answer-page-name.ts'
import { receiveReport } from './receive-report.ts'
import { screenOf } from './screen.ts'
import { LOGO_ROUTE, sendLogo } from './send-logo.ts'
import { latestTry } from './second-chance.ts'
import { showWallet } from './wallets/show-wallet.ts'
import { framersOf, pagePath } from './subject.ts'
import { isLanguage } from './texts/texts.ts'
import { waitForScreen } from './wait-for-screen.ts'
import { renderForward, renderFrameEnd, renderNotice, renderPage } from './views/render-page.tsx'
import type { Notice } from './views/render-page.tsx'

/** The hosted payment page: everything below `/pay`. */
export async function createCheckout(services: Services): Promise<Router> {
  const checkout: Checkout = { services, assets: await loadAssets() }
  const rateLimit = createRateLimit(services.config.rateLimitPerSecond)
  const router = Router({ caseSensitive: true })
  const get = (path: string, handler: RequestHandler) =>
    router.get(path, named(path), changeLanguage(services), handler)
  // A page has the payer's cards and forms on it: no script gets its text.
  const show = (path: string, handler: RequestHandler) =>
    get(path, (request, response, next) =>
      isByNavigation(request)
        ? handler(request, response, next)
        : sendNotice(checkout, request, response, 'gone', 404),
    )
  const post = (path: string, handler: RequestHandler) => router.post(path, named(path), handler)

  for (const asset of Object.values<Asset>({ ...checkout.assets }))
    get(asset.path, (_request, response) => {
      sendAsset(response, asset)
    })
  router.get(LOGO_ROUTE, named(LOGO_ROUTE), sendLogo(services))
  get('/pay/returned', (request, response) => {
    sendNotice(checkout, request, response, 'returned', 200)
  })
  get(PAGE_NAME_ROUTE, answerPageName(services))
  post(REPORTS_PATH, receiveReport(services))
  show('/pay/p/:id', showPage(checkout))
  show('/pay/p/:id/bank', forwardToBank(checkout))
  get('/pay/p/:id/state', sendState(services, rateLimit))
  post('/pay/p/:id/instrument', instrumentHandler(checkout, rateLimit))
  show('/pay/p/:id/wallet/:wallet', showWallet(checkout))
  post('/pay/p/:id/wallet/:wallet', walletHandler(checkout, rateLimit))
  get('/pay/p/:id/apple-session', giveAppleSession(checkout, rateLimit))
  post('/pay/p/:id/method', receiveMethod(checkout))
  post('/pay/p/:id/cancel', cancelHandler(checkout, rateLimit))
  post('/pay/p/:id/forget', forgetHandler(checkout, rateLimit))
  // A form that was shown again stands under its own address: who loads that anew gets the page.
  for (const form of ['instrument', 'cancel', 'forget']) get(`/pay/p/:id/${form}`, backToPage)
  show('/pay/l/:linkId', showLink(checkout))
  post('/pay/l/:linkId', followLink(checkout, rateLimit))
  show('/pay/:linkId', openLink(checkout))
  router.use('/pay', (request, response) => {
    sendNotice(checkout, request, response, 'gone', 404)
  })
  router.use('/pay', showFailure(checkout))
  return router
}

/** Logs name the route; addresses hold links and ids. */
const named =
  (route: string): RequestHandler =>
  (_request, response, next) => {
    contextOf(response).route = route
    next()
  }

/** `?lang=` is kept and taken out of the address again. */
const changeLanguage =
  (services: Uses<'config'>): RequestHandler =>
  (request, response, next) => {
    const { lang } = request.query
    if (typeof lang !== 'string' || !isLanguage(lang)) return next()
    keepLanguage(response, lang, isSecure(services))
    response.setHeader('cache-control', 'no-store')
    response.redirect(303, request.path)
  }

const openLink =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const path = await exchangeLink(checkout.services, request, response)
    if (path === undefined) return sendNotice(checkout, request, response, 'gone', 404)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('referrer-policy', 'no-referrer')
    response.redirect(303, path)
  }

/** The challenge's frame comes back here too; the page around the frame shows what follows. */
async function endFrame(checkout: Checkout, request: Request, response: Response): Promise<void> {
  const { payments, tokenizations } = checkout.services
  const id = String(request.params.id)
  const payment = await payments.find(id)
  const subject = subjectOf(payment, payment ? undefined : await tokenizations.find(id))
  const reach = { framed: true, framers: subject ? framersOf(subject) : [] }
  sendHtml(
    response,
    renderFrameEnd(makeFrame(checkout, { request, response }, { path: '', reach })),
  )
}

const showPage =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const { from } = request.query
    if (from === 'challenge') return endFrame(checkout, request, response)
    const payer = await payerOf(checkout.services, request, { afterEnd: true })
    // Back from the bank in another browser: whoever comes is told nothing, and need not worry.
    if (!payer && from === 'return') return sendNotice(checkout, request, response, 'returned', 200)
    if (!payer) return sendNotice(checkout, request, response, 'gone', 404)
    const latest = await latestTry(checkout.services, payer.subject)
    if (latest !== payer.subject) {
      await openSession(checkout.services, response, latest, payer.caller.merchant)
      return response.redirect(303, pagePath(latest.state.id))
    }
    const page = await makePage(checkout, { request, response }, payer)
    const { screen, inFrame } = page
    if (screen.name === 'away' && screen.forward && !inFrame) forwardTo(response, screen.url)
    sendHtml(response, renderPage(page))
  }

const backToPage: RequestHandler = (request, response) => {
  response.setHeader('cache-control', 'no-store')
  response.redirect(303, pagePath(String(request.params.id)))
}

const forwardToBank =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const payer = await payerOf(checkout.services, request)
    if (!payer) return sendNotice(checkout, request, response, 'gone', 404)
    const screen = screenOf(payer.subject)
    if (screen.name !== 'bank') return response.redirect(303, pagePath(payer.subject.state.id))
    const page = await makePage(checkout, { request, response }, payer)
    // Banks refuse to be framed, and only a click leads out of a frame.
    if (!page.inFrame) forwardTo(response, screen.url)
    sendHtml(response, renderForward(page, screen.url))
  }

const forwardTo = (response: Response, url: string): void => {
  response.setHeader('refresh', `0;url=${new URL(url).href}`)
}

const sendState =
  (
    services: Uses<
      'bearerTokens' | 'config' | 'ids' | 'merchants' | 'payments' | 'places' | 'tokenizations'
    >,
    rateLimit: RateLimit,
  ): RequestHandler =>
  async (request, response) => {
    const payer = await payerOf(services, request, { afterEnd: true })
    if (payer) await rateLimit(payer.caller)
    const since = typeof request.query.since === 'string' ? request.query.since : ''
    const hungUp = hangUpOf(response)
    const screen =
      payer &&
      (await services.places.forSubject(payer.caller, payer.subject.state.id, () =>
        waitForScreen(services, payer.subject, since, hungUp),
      ))
    response.setHeader('cache-control', 'no-store')
    response.status(payer ? 200 : 404).json({ screen: screen ?? 'gone' })
  }

function sendNotice(
  checkout: Checkout,
  request: Request,
  response: Response,
  notice: Notice,
  status: number,
): void {
  // An address may hold anything, a card number too: links are relative to it and never repeat it.
  const frame = makeFrame(checkout, { request, response }, { path: '' })
  sendHtml(response.status(status), renderNotice(frame, notice))
}

const sendHtml = (response: Response, html: string): void => {
  response.type('html').send(html)
}

const showFailure =
  (checkout: Checkout): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    contextOf(response).failure = error
    const refused = refusedBy(error)
    for (const [name, value] of Object.entries(problemHeaders(refused)))
      response.setHeader(name, value)
    sendNotice(checkout, request, response, 'trouble', statusOf(refused.code))
  }
