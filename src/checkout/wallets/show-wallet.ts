import type { RequestHandler } from 'express'
import { isPageWallet } from '../../domain/instrument.ts'
import { retryIdOf } from '../../http/for-checkout.ts'
import type { Method, PageWallet } from '../../domain/instrument.ts'
import { mayChoose } from './give-apple-session.ts'
import { makePage } from '../make-page.ts'
import type { Checkout } from '../make-page.ts'
import { payerOf, walletCsrf } from '../payer.ts'
import { pagePath } from '../subject.ts'
import { renderWallet } from '../views/render-page.tsx'
import { askWallet } from './wallet-order.ts'

/**
 * The page of one wallet. Its script comes from elsewhere and may change any day, so it gets a document
 * of its own, whose policy lets in that wallet alone. The page with the card fields stays closed, to it
 * too: it can neither ask our host for anything, nor send any form but the wallet's own.
 */
export const showWallet =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const { services } = checkout
    const payer = await payerOf(services, request, { afterEnd: true })
    const wallet = walletNamed(String(request.params.wallet))
    const back = pagePath(String(request.params.id))
    if (!payer || !wallet || !(await mayChoose(services, payer)))
      return response.redirect(303, back)
    const page = await makePage(checkout, { request, response }, payer, { wallet })
    if (payer.subject.kind !== 'payment' || !page.methods.includes(wallet))
      return response.redirect(303, back)
    const { merchant } = payer.caller
    const { language, secondChance } = page
    const { state: payment } = payer.subject
    // After a try that failed the wallet is asked for the payment that its answer begins.
    const paymentId = secondChance ? retryIdOf(services, payment) : payment.id
    const asked = askWallet(wallet, { services, merchant, payment, paymentId, language })
    const csrf = walletCsrf(services, payer, wallet)
    response.type('html').send(renderWallet({ ...page, csrf }, wallet, asked))
  }

export const walletNamed = (name: string): PageWallet | undefined => {
  const method = name.toUpperCase() as Method
  return name === name.toLowerCase() && isPageWallet(method) ? method : undefined
}
