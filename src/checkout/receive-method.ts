import type { RequestHandler } from 'express'
import { z } from 'zod'
import type { Uses } from '../http/for-checkout.ts'
import { present } from '../domain/present.ts'
import { contextOf, readBody } from '../http/for-checkout.ts'
import { makeFrame } from './make-page.ts'
import type { Checkout } from './make-page.ts'
import { renderFrameEnd } from './views/render-page.tsx'

/** The issuer's hidden page is done: its form comes here by the browser, from the issuer's origin. */
export const receiveMethod =
  (checkout: Checkout): RequestHandler =>
  async (request, response) => {
    const { value } = await readBody(request, ['form'])
    const serverTransId = serverTransIdOf(value)
    const given =
      serverTransId === undefined ? resultIn(value, request.query.of) : { serverTransId }
    const { requestId } = contextOf(response)
    if (given) await signalPayment(checkout.services, String(request.params.id), given, requestId)
    const frame = makeFrame(checkout, { request, response }, { path: '', reach: { framed: true } })
    response.type('html').send(renderFrameEnd(frame))
  }

/** Nobody but the payer's browser knows the id of what is under way; any other is left unsaid. */
async function signalPayment(
  { payments, gateway, ids }: Uses<'gateway' | 'ids' | 'payments'>,
  paymentId: string,
  { serverTransId, result }: MethodResult,
  requestId: string,
): Promise<void> {
  const payment = await payments.find(paymentId)
  if (payment?.phase !== 'profiling' || payment.profiling?.serverTransId !== serverTransId) return
  const commandId = ids.keyed('profiled', serverTransId)
  const meta = { commandId, actor: 'provider/threeds' as const, requestId }
  const command = { name: 'profiled', serverTransId, ...present({ result }) } as const
  await gateway.send(payment, command, meta)
}

interface MethodResult {
  serverTransId: string
  result?: string
}

/** Our own page passes on what the page of a 3-D Secure server has told it: a text, or a member of that name. */
const MethodForm = z.object({
  of: z.string().regex(/^\w{1,100}$/),
  told: z.string().max(4_096).transform(readJson),
})

const Result = z.string().regex(/^[\w+/=-]{1,2048}$/)
const Message = z.union([
  Result,
  z.object({ fingerprinting_result: Result }).transform((one) => one.fingerprinting_result),
  z.object({ fingerprintingResult: Result }).transform((one) => one.fingerprintingResult),
])

function resultIn(body: unknown, of: unknown): MethodResult | undefined {
  const form = MethodForm.safeParse({ ...(body as object | undefined), of })
  if (!form.success) return undefined
  const result = Message.safeParse(form.data.told)
  return { serverTransId: form.data.of, ...(result.success && { result: result.data }) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
