import type { RequestHandler } from 'express'
import { z } from 'zod'
import type { Services } from '../http/for-checkout.ts'
import { contextOf, readBody } from '../http/for-checkout.ts'
import { makeFrame } from './make-page.ts'
import type { Checkout } from './make-page.ts'
import { renderFrameEnd } from './views/render-page.tsx'

/** The issuer's hidden page is done: its form comes here by the browser, from the issuer's origin. */
export const receiveMethod =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const serverTransId = serverTransIdOf((await readBody(request, ['form'])).value)
    const { requestId } = contextOf(response)
    if (serverTransId !== undefined)
      await tellPayment(checkout.services, String(request.params.id), serverTransId, requestId)
    const frame = makeFrame(checkout, { request, response }, { path: '', reach: { framed: true } })
    response.type('html').send(renderFrameEnd(frame))
  }

/** Nobody but the payer's browser knows the id of what is under way; any other is left unsaid. */
async function tellPayment(
  { payments, gateway, ids }: Services,
  paymentId: string,
  serverTransId: string,
  requestId: string,
): Promise<void> {
  const payment = await payments.find(paymentId)
  if (payment?.phase !== 'profiling' || payment.profiling?.serverTransId !== serverTransId) return
  const commandId = ids.keyed('profiled', serverTransId)
  const meta = { commandId, actor: 'provider/threeds' as const, requestId }
  await gateway.send(payment, { name: 'profiled', serverTransId }, meta)
}

const Form = z.object({ threeDSMethodData: z.string().max(2_048) })
const MethodData = z.object({ threeDSServerTransID: z.string().min(1).max(100) })

/** Base64url, with or without padding; `Buffer` reads both. */
function serverTransIdOf(body: unknown): string | undefined {
  try {
    const { threeDSMethodData } = Form.parse(body)
    const text = Buffer.from(threeDSMethodData, 'base64url').toString()
    return MethodData.parse(JSON.parse(text)).threeDSServerTransID
  } catch {
    return undefined
  }
}
