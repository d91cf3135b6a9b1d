import type { RequestHandler } from 'express'
import { askEndpoint } from './ask-endpoint.ts'
import { keyOf } from './auth/caller.ts'
import type { Caller } from './auth/caller.ts'
import { contextOf, nameSubject } from './context.ts'
import type { Context } from './context.ts'
import { Download } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { authenticate } from './middleware/authenticate.ts'
import { addressOf } from './middleware/address-limit.ts'
import type { Door } from './middleware/door.ts'
import type { RateLimit } from './middleware/rate-limit.ts'
import { readBody } from './middleware/read-body.ts'
import type { Body, BodyKind } from './middleware/read-body.ts'
import { takePlace } from './middleware/take-place.ts'
import { takesBody } from '../contract/document/operation.ts'
import { hangUpOf } from './hang-up.ts'
import { send, sendFile } from './send.ts'
import type { Services } from './services.ts'

export interface Limits {
  caller: RateLimit
  door: Door
}

/** One endpoint behind the checks that all share, in the order of the contract. */
export function serveEndpoint(
  services: Services,
  limits: Limits,
  endpoint: Endpoint,
): RequestHandler {
  const hasBody = takesBody(endpoint.method)

  return async (request, response) => {
    const context = contextOf(response)
    context.route = endpoint.base + endpoint.path
    const place = endpoint.keyed
      ? takePlace(services.admission, limits.door, { request, response })
      : undefined
    if (endpoint.resource === 'NONE') limits.door.count(request)
    const authenticated =
      endpoint.resource === 'NONE'
        ? undefined
        : await limits.door.judge(request, () => authenticate(services, request))
    if (authenticated) {
      const { caller } = authenticated
      context.merchantId = caller.merchantId
      nameKey(context, caller)
      place?.isOf(caller.merchantId)
      setHeaders(response, await limits.caller(caller))
    }
    const body = hasBody ? await readBody(request, kindsOf(endpoint), endpoint.mostBytes) : NO_BODY
    const answer = await askEndpoint(services, endpoint, authenticated, {
      body,
      requestId: context.requestId,
      ip: addressOf(request),
      headers: request.headers,
      method: request.method,
      path: request.path,
      hungUp: hangUpOf(response),
      params: { ...request.params },
      query: { ...request.query },
      names: (subject) => nameSubject(context, subject),
    }).finally(() => body.raw.fill(0))
    nameSubject(context, answer.body)
    if (answer.body instanceof Download) await sendFile(response, answer.body)
    else send(response, answer)
  }
}

function nameKey(context: Context, caller: Caller): void {
  const key = keyOf(caller)
  if (key) context.keyId = key.keyId
}

const kindsOf = ({ form, files }: Endpoint): BodyKind[] => [
  'json',
  ...(form === true ? (['form'] as const) : []),
  ...(files === true ? (['file'] as const) : []),
]

const NO_BODY: Body = { raw: Buffer.alloc(0), value: undefined }

function setHeaders(
  response: { setHeader(name: string, value: string): unknown },
  headers: Record<string, string>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
