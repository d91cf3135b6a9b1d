import { z } from 'zod'
import {
  AuthenticationResult,
  AuthenticationResultAnswer,
  ChallengeForm,
} from '../../contract/notifications.ts'
import { parseResult, resultAcknowledged } from '../../connectors/threeds/index.ts'
import { challengeOutcome } from '../../connectors/threeds/outcome.ts'
import { verifySignature } from '../../connectors/signature.ts'
import type { Outcome } from '../../domain/actor/call.ts'
import { readVia } from '../../domain/actor/via.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint } from '../endpoint.ts'
import type { AnyRequest } from '../endpoint.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { signatureOf } from '../signature-header.ts'
import { webhookKeyOf } from '../webhook-key.ts'
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
    'with a 303 to the page that shows the state. An app posts the same form when its SDK has ended ' +
    'a challenge: the 3-D Secure server is then asked for the result.',
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

async function decide(
  services: Uses<'config' | 'connectorAccounts' | 'gateway' | 'ids' | 'payments' | 'tokenizations'>,
  { body, rawBody, headers, requestId }: Request,
) {
  const result = parseResult(body)
  const serverTransId = result?.threeDSServerTransID
  const found =
    serverTransId === undefined ? undefined : await findChallenged(services, serverTransId)
  const keys = await keysOf(services, found)
  const isGenuine = keys.some((key) => verifySignature(rawBody, signatureOf(headers), key))
  if (!isGenuine) throw new Refused('invalid_signature')
  if (!result || serverTransId === undefined) throw invalidField('body', 'is not an RReq')
  if (!found) throw new Refused('payment_not_found')
  const outcome = challengeOutcome(result.outcome)
  // The same RReq again is the same command: it changes nothing and is acknowledged again.
  const commandId = services.ids.keyed('rreq', rawBody.toString())
  await signal(services, found, { serverTransId, outcome }, { commandId, requestId })
  return resultAcknowledged(result)
}

/** A server speaks of its own challenges: whoever holds the key of another decides nothing here. */
async function keysOf(
  services: Uses<'config' | 'connectorAccounts'>,
  found: Challenged | undefined,
): Promise<string[]> {
  const { challenge, merchantId } = found ? stateOf(found) : {}
  if (challenge?.via === undefined || merchantId === undefined)
    return [services.config.providers.threeds.webhookKey]
  const stored = await services.connectorAccounts.open({ merchantId, ...readVia(challenge.via) })
  return (stored?.credentials ?? []).flatMap((one) => webhookKeyOf(one))
}

const stateOf = ({ payment, tokenization }: Challenged): Payment | Tokenization =>
  payment ?? tokenization

async function signal(
  { gateway }: Uses<'gateway'>,
  { payment, tokenization }: Challenged,
  result: { serverTransId: string; outcome: Outcome },
  by: { commandId: string; requestId: string },
): Promise<void> {
  const command = { name: 'authenticationResult', ...result } as const
  const meta = { ...by, actor: 'provider/threeds' as const }
  if (payment) accepted(await gateway.send(payment, command, meta))
  else acceptedTokenization(await gateway.sendTokenization(tokenization, command, meta))
}

/** Somebody says that a challenge is over. Only the server's word decides, so the server is asked. */
export async function askServer(
  services: Uses<'gateway' | 'ids' | 'threeDsResult'>,
  found: Challenged,
  serverTransId: string,
  requestId: string,
): Promise<void> {
  const { merchantId, challenge } = stateOf(found)
  if (challenge?.serverTransId !== serverTransId) return
  const account = { merchantId, threeds: challenge.via }
  const outcome = await services.threeDsResult(account, serverTransId)
  if (!outcome) return
  const commandId = services.ids.keyed('cres', serverTransId, JSON.stringify(outcome))
  await signal(services, found, { serverTransId, outcome }, { commandId, requestId })
}

type Challenged =
  | { payment: Payment; tokenization?: undefined }
  | { payment?: undefined; tokenization: Tokenization }

/** Whose card was challenged: that of a payment, or one that is to be stored. */
export async function findChallenged(
  services: Uses<'payments' | 'tokenizations'>,
  serverTransId: string,
): Promise<Challenged | undefined> {
  const payment = await services.payments.findByServerTransId(serverTransId)
  if (payment) return { payment }
  const tokenization = await services.tokenizations.findByServerTransId(serverTransId)
  return tokenization && { tokenization }
}

async function sendOn(
  services: Uses<
    'config' | 'gateway' | 'ids' | 'numberSeal' | 'payments' | 'threeDsResult' | 'tokenizations'
  >,
  { body, headers, requestId }: Request,
) {
  const found = await findChallenged(services, serverTransIdOf(body))
  if (!found) throw new Refused('payment_not_found')
  const { challenge } = stateOf(found)
  if (challenge && (challenge.acsUrl === undefined || challenge.askAt !== undefined))
    await askServer(services, found, challenge.serverTransId, requestId)
  const { payment, tokenization } = found
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
