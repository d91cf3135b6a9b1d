import type { RequestHandler } from 'express'
import type { RateLimit, Uses } from '../../http/for-checkout.ts'
import { openAppleSession } from '../../http/for-checkout.ts'
import type { Checkout } from '../make-page.ts'
import { payerOf } from '../payer.ts'
import type { Payer } from '../payer.ts'
import { screenOf } from '../screen.ts'
import { hasSecondChance } from '../second-chance.ts'

/** Answers Apple's `onvalidatemerchant` on the page: a new session whenever the button is pressed. */
export const giveAppleSession =
  ({ services }: Checkout, rateLimit: RateLimit): RequestHandler =>
  async (request, response) => {
    response.setHeader('cache-control', 'no-store')
    const payer = await payerOf(services, request, { afterEnd: true })
    if (!payer || !(await mayChoose(services, payer))) {
      response.status(404).json({})
      return
    }
    await rateLimit(payer.caller)
    const apaySession = await openAppleSession(services, payer.caller.merchant, { onOurPage: true })
    response.status(apaySession === undefined ? 503 : 200).json({ apaySession })
  }

/** Whether the payer can choose how to pay: for the first time, or after a try that failed. */
export const mayChoose = async (
  services: Uses<'ids' | 'links' | 'payments'>,
  payer: Payer,
): Promise<boolean> =>
  payer.isOpen
    ? payer.subject.kind === 'payment' && screenOf(payer.subject).name === 'choose'
    : hasSecondChance(services, payer)
