import type { IncomingHttpHeaders } from 'node:http'
import { answerOnce } from './answer-once.ts'
import type { AnyRequest, Endpoint } from './endpoint.ts'
import type { Authenticated } from './middleware/authenticate.ts'
import { checkFields } from './middleware/check-fields.ts'
import { checkScope } from './middleware/check-scope.ts'
import { idempotencyKey } from './middleware/idempotency-key.ts'
import { loadSubject } from './middleware/load-subject.ts'
import { sealIdentifiers } from './intake/seal-identifiers.ts'
import type { Body } from './middleware/read-body.ts'
import { invalidField, Refused } from './refused.ts'
import type { Answer } from './send.ts'
import type { Services } from './services.ts'
import { present } from '../domain/present.ts'
import { isStorable } from '../domain/texts/storable-text.ts'

/** What is asked of an endpoint, whoever brought it: a request to the API, or a form of the portal. */
export interface Asked {
  method: string
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Body
  requestId: string
  ip: string
  headers: IncomingHttpHeaders
  hungUp?: AbortSignal
  /** Told what the request is about, once it is known that it may be. */
  names?: (subject: { paymentId?: string; tokenizerId?: string }) => void
}

/** Whether the caller may, whether what the path names is the caller's, whether it is well said; then the answer. */
export async function askEndpoint(
  services: Services,
  endpoint: Endpoint,
  authenticated: Authenticated | undefined,
  asked: Asked,
): Promise<Answer> {
  const { params, body } = asked
  const own = (value: unknown): unknown =>
    authenticated && services.config.cardLikeIds === 'seal'
      ? sealIdentifiers(services.numberSeal, authenticated.caller.merchantId, value)
      : value
  if (!Object.values(params).every((one) => isStorable(String(one)))) throw new Refused('not_found')
  if (authenticated) {
    checkScope(endpoint, authenticated, params)
    endpoint.permit?.(authenticated.caller, body.value)
  }
  const subject = authenticated
    ? await loadSubject(services, endpoint, authenticated, params)
    : { payment: undefined, tokenization: undefined }
  asked.names?.(present({ paymentId: subject.payment?.id, tokenizerId: subject.tokenization?.id }))
  return answerOnce(services, endpoint, {
    ...readAsked(endpoint, {
      ...asked,
      query: own(asked.query) as Asked['query'],
      body: { ...body, value: own(body.value) },
    }),
    ...subject,
    caller: authenticated?.caller,
  })
}

function readAsked(
  endpoint: Endpoint,
  { method, path, params, query, body, requestId, ip, headers, hungUp }: Asked,
): Omit<AnyRequest, 'payment' | 'tokenization' | 'caller'> {
  const given = headers['idempotency-key'] as string | undefined
  const key = endpoint.keyed ? idempotencyKey(given) : undefined
  const unstorable = Object.keys(query).find((name) => !isStorable(String(query[name])))
  if (unstorable !== undefined) throw invalidField(unstorable, 'must not contain a NUL character')
  const fields = checkFields({
    params: { schema: endpoint.params, value: params },
    query: { schema: endpoint.query, value: query },
    body: { schema: endpoint.body, value: body.value },
  })
  return {
    ...fields,
    params: endpoint.params ? fields.params : params,
    method,
    path: path.replace(/(?<=[^/])\/+$/, ''),
    requestId,
    ...present({ idempotencyKey: key, hungUp }),
    ip,
    headers,
    rawBody: body.raw,
  }
}
