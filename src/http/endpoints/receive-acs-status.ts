import { z } from 'zod'
import {
  AuthenticationResult,
  AuthenticationResultAnswer,
  ChallengeForm,
} from '../../contract/notifications.ts'
import { parseResult, resultAcknowledged } from '../../connectors/threeds/index.ts'
import { challengeOutcome } from '../../connectors/threeds/outcome.ts'
import { verifySignature } from '../../connectors/signature.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint } from '../endpoint.ts'
import type { AnyRequest } from '../endpoint.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Services } from '../services.ts'
import { signatureOf } from '../signature-header.ts'
import { returnCardholder, returnPayer } from '../return-payer.ts'
import { acceptedTokenization } from '../commands/send-tokenization-command.ts'

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
  reads: { json: AuthenticationResult, form: ChallengeForm },
  sendsOn: 'browsers',
  answer: AuthenticationResultAnswer,
  rejects: ['invalid_signature', 'invalid_request', 'payment_not_found'],
  handle: (services, request) =>
    isForm(request) ? sendOn(services, request) : decide(services, request),
})

type Request = Pick<AnyRequest, 'body' | 'rawBody' | 'headers' | 'requestId'>

const isForm = ({ headers }: Request): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false

async function decide(services: Services, { body, rawBody, headers, requestId }: Request) {
  const { webhookKey: key } = services.config.providers.threeds
  if (!verifySignature(rawBody, signatureOf(headers), key)) throw new Refused('invalid_signature')
  const result = parseResult(body)
  if (!result) throw invalidField('body', 'is not an RReq')
  const serverTransId = result.threeDSServerTransID
  const { payment, tokenization } = await challenged(services, serverTransId)
  const outcome = challengeOutcome(result.outcome)
  const command = { name: 'authenticationResult', serverTransId, outcome } as const
  // The same RReq again is the same command: it changes nothing and is acknowledged again.
  const commandId = services.ids.keyed('rreq', rawBody.toString())
  const meta = { commandId, actor: 'provider/threeds' as const, requestId }
  if (payment) accepted(await services.gateway.send(payment, command, meta))
  else acceptedTokenization(await services.gateway.sendTokenization(tokenization, command, meta))
  return resultAcknowledged(result)
}

type Challenged =
  | { payment: Payment; tokenization?: undefined }
  | { payment?: undefined; tokenization: Tokenization }

/** Whose card was challenged: that of a payment, or one that is to be stored. */
async function challenged(services: Services, serverTransId: string): Promise<Challenged> {
  const payment = await services.payments.findByServerTransId(serverTransId)
  if (payment) return { payment }
  const tokenization = await services.tokenizations.findByServerTransId(serverTransId)
  if (!tokenization) throw new Refused('payment_not_found')
  return { tokenization }
}

async function sendOn(services: Services, { body, headers }: Request) {
  const { payment, tokenization } = await challenged(services, serverTransIdOf(body))
  const from = headers['sec-fetch-dest'] === 'iframe' ? 'challengeFrame' : undefined
  return payment
    ? returnPayer(services, payment, from)
    : returnCardholder(services, tokenization, from)
}

const Cres = z.object({ threeDSServerTransID: z.string().regex(/^[\w.-]{1,100}$/) })

/** Only whose challenge it was is read of the CRes; its verdict is not believed. */
function serverTransIdOf(body: unknown): string {
  try {
    const { cres } = ChallengeForm.parse(body)
    return Cres.parse(JSON.parse(Buffer.from(cres, 'base64url').toString())).threeDSServerTransID
  } catch {
    throw invalidField('cres', 'is not a CRes')
  }
}
