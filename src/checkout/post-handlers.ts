import type { Request, RequestHandler, Response } from 'express'
import type { RateLimit, Uses } from '../http/for-checkout.ts'
import { contextOf, readBody, refusedBy } from '../http/for-checkout.ts'
import { statusOf } from '../domain/refusal.ts'
import { isSameSecret } from '../process/is-same-secret.ts'
import { makePage } from './make-page.ts'
import type { Checkout } from './make-page.ts'
import type { Problem } from './page.ts'
import { openSession } from './open-session.ts'
import { isByNavigation } from './by-navigation.ts'
import { payerAt, payerOf, walletCsrf } from './payer.ts'
import type { Payer } from './payer.ts'
import { keptOf, readForm } from './read-form.ts'
import type { FieldName, Fields, GivenForm, Kept, WrongFields } from './read-form.ts'
import { hasSecondChance, tryAgain } from './second-chance.ts'
import { instrumentOf, savedCard } from './saved-cards.ts'
import { cancelByPayer, discardByPayer, giveInstrument } from './send-posted.ts'
import { walletNamed } from './wallets/show-wallet.ts'
import { pagePath } from './subject.ts'
import { renderPage } from './views/render-page.tsx'

/** Takes a form with an instrument, or with what was still missing of it. */
export const instrumentHandler = (checkout: Checkout, rateLimit: RateLimit): RequestHandler =>
  fromOwnPage(checkout, rateLimit, (posted) => takeForm(checkout, posted))

/** Takes what a wallet has answered, from its own page; nothing else comes from there. */
export const walletHandler = (checkout: Checkout, rateLimit: RateLimit): RequestHandler =>
  fromOwnPage(checkout, rateLimit, async ({ fields, ...posted }) => {
    const wallet = walletNamed(String(posted.request.params.wallet))
    return wallet ? takeForm(checkout, { ...posted, fields: { ...fields, form: wallet } }) : {}
  })

async function takeForm(checkout: Checkout, { fields, ...posted }: Posted): Promise<Outcome> {
  const form = readForm(fields)
  if (!form) return {}
  const kept = keptOf(fields)
  if ('wrong' in form) return { problem: { ...form, kept }, status: 422 }
  const whole = form.form === 'SAVED' ? await withSavedCard(checkout, posted, fields) : form
  const payer = whole && (await atOpenPayment(checkout, posted))
  if (!payer) return {}
  try {
    await giveInstrument(checkout.services, { ...posted, payer }, whole, fields)
    return { payer, ...(form.form === 'PBL' && { next: '/bank' }) }
  } catch (error) {
    return { payer, ...afterRefusal(error, { ...form, kept }) }
  }
}

/** A card that is gone meanwhile is no mistake: the page shows those that are left. */
async function withSavedCard(
  { services }: Checkout,
  { payer }: Pick<Posted, 'payer'>,
  fields: Fields,
): Promise<GivenForm | undefined> {
  const token = await savedCard(services, payer, fields['card'])
  return token && { form: 'SAVED', replace: true, instrument: instrumentOf(token) }
}

/** Takes a stored card away from the merchant for good, as its customer wishes. */
export const forgetHandler = (checkout: Checkout, rateLimit: RateLimit): RequestHandler =>
  fromOwnPage(checkout, rateLimit, async ({ fields, ...posted }) => {
    const { services } = checkout
    const token = await savedCard(services, posted.payer, fields['card'])
    const tokenization = token && (await services.tokenizations.find(token.tokenizerId))
    if (!tokenization) return {}
    try {
      await discardByPayer(services, posted, tokenization)
      return {}
    } catch (error) {
      return afterRefusal(error)
    }
  })

/** A payment that has failed is tried again as a new one, which the payer's browser gets to know. */
async function atOpenPayment(
  { services }: Checkout,
  { payer, response }: Omit<Posted, 'fields'>,
): Promise<Payer | undefined> {
  if (payer.isOpen) return payer
  const { requestId } = contextOf(response)
  const subject = await tryAgain(services, payer, requestId)
  if (!subject) return undefined
  await openSession(services, response, subject, payer.caller.merchant)
  return payerAt(services, payer.caller, subject)
}

export const cancelHandler = (checkout: Checkout, rateLimit: RateLimit): RequestHandler =>
  fromOwnPage(checkout, rateLimit, async (posted) => {
    try {
      await cancelByPayer(checkout.services, posted)
      return {}
    } catch (error) {
      return afterRefusal(error)
    }
  })

interface Posted {
  request: Request
  response: Response
  payer: Payer
  fields: Fields
}

/** Where the payer goes on, or what is shown again with a problem. */
interface Outcome {
  /** At the payment that it led to, when that is another one. */
  payer?: Payer
  next?: string
  problem?: Problem
  status?: number
}

function fromOwnPage(
  checkout: Checkout,
  rateLimit: RateLimit,
  handle: (posted: Posted) => Promise<Outcome>,
): RequestHandler {
  return async (request, response) => {
    const { services } = checkout
    const path = pagePath(String(request.params.id))
    const payer = isByNavigation(request)
      ? await payerOf(services, request, { afterEnd: true })
      : undefined
    // Too late or from elsewhere: the page tells what is true now.
    if (!payer || !(payer.isOpen || (await hasSecondChance(services, payer))))
      return response.redirect(303, path)
    await rateLimit(payer.caller)
    const { raw, value } = await readBody(request, ['form'])
    raw.fill(0)
    const fields = (value ?? {}) as Fields
    const outcome: Outcome = isOwn(services, request, fields, payer)
      ? await handle({ request, response, payer, fields })
      : { problem: { alert: 'form' }, status: 403 }
    const { payer: at = payer, next = '', problem } = outcome
    if (!problem) return response.redirect(303, pagePath(at.subject.state.id) + next)
    const page = await makePage(checkout, { request, response }, at, { problem })
    response
      .status(outcome.status ?? 422)
      .type('html')
      .send(renderPage(page))
  }
}

/**
 * Another site can make a browser post, but it knows neither the cookie nor what is bound to it. The
 * page of a wallet knows only what is bound to that wallet.
 */
function isOwn(
  services: Uses<'ids'>,
  request: Request,
  { csrf = '' }: Fields,
  payer: Payer,
): boolean {
  const site = request.get('sec-fetch-site') ?? 'same-origin'
  const wallet = walletNamed(String(request.params.wallet))
  const expected = wallet ? walletCsrf(services, payer, wallet) : payer.csrf
  return site === 'same-origin' && isSameSecret(expected, csrf)
}

/** A refusal by the state needs no words: the page shows the state. */
function afterRefusal(error: unknown, form?: GivenForm & { kept: Kept }): Outcome {
  const refused = refusedBy(error)
  const { code, options } = refused
  const status = statusOf(code)
  if (code === 'internal_error') throw error
  if (status === 503 || status === 429) return { problem: { alert: 'unavailable' }, status }
  const names = (options.errors ?? []).flatMap(({ field }) => fieldsOf[field] ?? [])
  if (!form || names.length === 0) return {}
  const wrong: WrongFields = Object.fromEntries(names.map((name) => [name, 'mistyped']))
  return { problem: { form: form.form, wrong, kept: form.kept }, status: 422 }
}

const fieldsOf: Record<string, FieldName | undefined> = {
  'instrument.instrumentNo': 'instrumentNo',
  'instrument.expDate': 'expiry',
  'instrument.cvv': 'cvv',
  'instrument.code': 'code',
  'instrument.bank': 'bankId',
  'instrument.token': 'token',
  'instrument.payload': 'token',
}
