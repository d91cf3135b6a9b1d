import { z } from 'zod'
import { AuthenticationResultAnswer } from '../../contract/notifications.ts'
import { parseResult, resultAcknowledged } from '../../connectors/threeds/index.ts'
import { authenticationOutcome } from '../../connectors/threeds/outcome.ts'
import { verifySignature } from '../../connectors/signature.ts'
import { accepted } from '../accepted.ts'
import { endpoint } from '../endpoint.ts'
import type { AnyRequest } from '../endpoint.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Services } from '../services.ts'
import { signatureOf } from '../signature-header.ts'
import { returnPayer } from '../return-payer.ts'

export const receiveAcsStatus = endpoint({
  method: 'post',
  path: '/notifications/acs/status',
  tag: 'Notifications',
  summary: 'The 3-D Secure server, or the browser, comes back from a challenge',
  description:
    'The RReq of the 3-D Secure server (JSON; Signature = hex HMAC-SHA256 of the raw body) ' +
    "decides, and is answered with RRes. The browser's form post decides nothing: it is sent on " +
    'with a 303 to the page that shows the state.',
  resource: 'NONE',
  form: true,
  body: z.unknown(),
  answer: AuthenticationResultAnswer,
  rejects: ['invalid_signature', 'invalid_request', 'payment_not_found'],
  handle: (services, request) =>
    isForm(request) ? sendOn(services, request) : decide(services, request),
})

type Request = Pick<AnyRequest, 'body' | 'rawBody' | 'headers' | 'requestId'>

const isForm = ({ headers }: Request): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false

async function decide(services: Services, { body, rawBody, headers, requestId }: Request) {
  const { key } = services.config.providers.threeds
  if (!verifySignature(rawBody, signatureOf(headers), key)) throw new Refused('invalid_signature')
  const result = parseResult(body)
  if (!result) throw invalidField('body', 'is not an RReq')
  const serverTransId = result.threeDSServerTransID
  const payment = await services.payments.findByServerTransId(serverTransId)
  if (!payment) throw new Refused('payment_not_found')
  const outcome = authenticationOutcome(result.outcome)
  const command = { name: 'authenticationResult', serverTransId, outcome } as const
  // The same RReq again is the same command: it changes nothing and is acknowledged again.
  const commandId = services.ids.keyed('rreq', rawBody.toString())
  const meta = { commandId, actor: 'provider/threeds', requestId }
  accepted(await services.gateway.send(payment, command, meta))
  return resultAcknowledged(result)
}

async function sendOn(services: Services, { body }: Request) {
  const serverTransId = serverTransIdOf(body)
  const payment =
    serverTransId === undefined
      ? undefined
      : await services.payments.findByServerTransId(serverTransId)
  if (!payment) throw new Refused('payment_not_found')
  return returnPayer(services, payment)
}

const Form = z.object({ cres: z.string().max(8192) })
const Cres = z.object({ threeDSServerTransID: z.string().max(100) })

/** Only which payment it is about is read of the CRes; its verdict is not believed. */
function serverTransIdOf(body: unknown): string | undefined {
  try {
    const { cres } = Form.parse(body)
    return Cres.parse(JSON.parse(Buffer.from(cres, 'base64url').toString())).threeDSServerTransID
  } catch {
    throw invalidField('cres', 'is not a CRes')
  }
}
