import type { Request, RequestHandler, Response } from 'express'
import type { Merchant } from '../../domain/merchant.ts'
import { linkStatusOf } from '../../domain/payment/payment-link.ts'
import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import type { LinkPayment, RateLimit, Uses } from '../../http/for-checkout.ts'
import { contextOf, payByLink, readBody } from '../../http/for-checkout.ts'
import { isByNavigation } from '../by-navigation.ts'
import { itemsOf, makeFrame } from '../make-page.ts'
import type { Checkout } from '../make-page.ts'
import { openSession } from '../open-session.ts'
import { isSecure, keepUse, useOf } from '../page-cookie.ts'
import type { Fields } from '../read-form.ts'
import { pagePath } from '../subject.ts'
import { renderNotice } from '../views/render-page.tsx'
import type { Notice } from '../views/render-page.tsx'
import { linkPath } from './link-path.ts'
import { renderLink } from './link-view.tsx'
import type { LinkScreen } from './link-view.tsx'
import { readLinkForm } from './read-link-form.ts'

/** The page that a payment link leads to. To look at it costs the link nothing: previews do as well. */
export const showLink =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const found = await findLink(checkout.services, request)
    if (!found) return sendNotice(checkout, request, response, 'gone', 404)
    const status = linkStatusOf(found.link, Date.now())
    if (status !== 'ACTIVE') return turnAway(checkout, request, response, 'over', found)
    const visit = checkout.services.ids.random()
    send(response, 200, screenOf(checkout, request, response, { ...found, visit }))
  }

/** Goes on to pay: a payment of its own is made, and its page is opened in this browser. */
export const followLink =
  (checkout: Checkout, rateLimit: RateLimit): RequestHandler =>
  async (request, response) => {
    const { services } = checkout
    const found = await findLink(services, request)
    if (!found || !isByNavigation(request))
      return sendNotice(checkout, request, response, 'gone', 404)
    const { link, merchant } = found
    const { linkId, merchantId } = link
    await rateLimit({
      kind: 'client',
      resource: 'PAYMENT',
      merchantId,
      merchant,
      paymentId: linkId,
    })
    const fields = ((await readBody(request, ['form'])).value ?? {}) as Fields
    const visit = /^[a-z]{16,64}$/.exec(fields['visit'] ?? '')?.[0] ?? services.ids.random()
    const read = readLinkForm(link, fields)
    const screen = screenOf(checkout, request, response, {
      ...found,
      visit,
      typed: fields,
      ...('wrong' in read && { wrong: read.wrong }),
    })
    if ('wrong' in read) return send(response, 422, screen)
    const made = await payByLink(services, {
      ...found,
      ...read,
      language: screen.frame.language,
      paymentId: services.ids.keyed('link-payment', linkId, visit),
      own: useOf(request),
      requestId: contextOf(response).requestId,
    })
    return goOn(checkout, { request, response, found, made })
  }

interface Found {
  link: PaymentLink
  merchant: Merchant
}

async function findLink(
  services: Uses<'links' | 'merchants'>,
  request: Request,
): Promise<Found | undefined> {
  const linkId = String(request.params.linkId)
  const link = /^[a-z]{16,64}$/.test(linkId) ? await services.links.find(linkId) : undefined
  const merchant = link && (await services.merchants.find(link.merchantId))
  return link && merchant?.status === 'active' ? { link, merchant } : undefined
}

interface Made {
  request: Request
  response: Response
  found: Found
  made: LinkPayment
}

async function goOn(checkout: Checkout, { request, response, found, made }: Made): Promise<void> {
  if ('refused' in made) return turnAway(checkout, request, response, made.refused, found)
  const { services } = checkout
  const { payment } = made
  const { linkId } = found.link
  keepUse(response, { path: linkPath(linkId), paymentId: payment.id, secure: isSecure(services) })
  await openSession(services, response, { kind: 'payment', state: payment }, found.merchant)
  response.setHeader('cache-control', 'no-store')
  response.redirect(303, pagePath(payment.id))
}

/** Whoever has paid by it is shown that; everybody else what to do. */
function turnAway(
  checkout: Checkout,
  request: Request,
  response: Response,
  why: 'busy' | 'over',
  { merchant }: Found,
): void {
  const own = useOf(request)
  if (why === 'over' && own !== undefined) return response.redirect(303, pagePath(own))
  const notice = why === 'busy' ? 'linkBusy' : 'linkOver'
  sendNotice(checkout, request, response, notice, why === 'busy' ? 409 : 410, merchant)
}

interface Shown extends Found {
  visit: string
  typed?: Fields
  wrong?: LinkScreen['wrong']
}

function screenOf(
  checkout: Checkout,
  request: Request,
  response: Response,
  { link, merchant, visit, typed = {}, wrong = [] }: Shown,
): LinkScreen {
  const { logoUrl, name, settings } = merchant
  const frame = makeFrame(
    checkout,
    { request, response },
    { path: linkPath(link.linkId), settings, reach: { images: [logoUrl] } },
  )
  const { description } = checkout.services.numberSeal.open(link.merchantId, link)
  return {
    frame,
    link,
    visit,
    typed,
    wrong,
    items: itemsOf(description),
    merchant: { name, ...present({ logoUrl }) },
  }
}

function send(response: Response, status: number, screen: LinkScreen): void {
  response.status(status).type('html').send(renderLink(screen))
}

function sendNotice(
  checkout: Checkout,
  request: Request,
  response: Response,
  notice: Notice,
  status: number,
  merchant?: Merchant,
): void {
  const settings = merchant?.settings ?? {}
  const frame = makeFrame(checkout, { request, response }, { path: '', settings })
  response
    .status(status)
    .type('html')
    .send(renderNotice(frame, notice, merchant?.name))
}
