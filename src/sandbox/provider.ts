import type { Request, Response, Router } from 'express'
import express from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliver, refuse } from './answer.ts'
import type { Answer } from './answer.ts'
import { spoil } from './faults.ts'
import type { Faults } from './faults.ts'
import { InvalidField } from './fields.ts'
import type { Fields } from './fields.ts'
import type { Settings } from './settings.ts'

/** One call of the gateway, after its key was checked. */
export interface Call {
  body: Fields
  params: Record<string, string>
  query: Record<string, unknown>
  /** Where this sandbox is, as the caller sees it. */
  baseUrl: string
  receivedAt: string
  path: string
  /** What the caller proves itself by, without the word before it. */
  bearer: string
  /** The header `Idempotency-Key`, where the provider knows it. */
  idempotencyKey?: string
  /** The header `X-Request-Id`: the caller's own name of what it asks for. */
  requestId?: string
  /** A test wants it declined with this code. */
  responseCode?: string
}

type Handle = (call: Call) => Answer

/** How a provider says no, and what its callers call an operation. */
export interface Dialect {
  refuse(status: number, error: string, message?: string): Answer
  referenceOf(call: Call): string
  /** Of providers with several accounts: whose call it is. */
  accountOf?(call: Call): string
  /** Of providers whose callers prove themselves otherwise than by one bearer key. */
  holdsKey?(call: Call, key: string): boolean
  unauthorized?(call: Call): Answer
}

export interface Provider {
  router: Router
  post(path: string, operation: string, handle: Handle): void
  get(path: string, operation: string, handle: Handle): void
  put(path: string, operation: string, handle: Handle): void
}

/** The HTTP side that all providers share: their key, their pace, and the faults tests ask for. */
export function createProvider(
  name: keyof Settings['keys'],
  settings: Settings,
  faults: Faults,
  dialect: Dialect = ownDialect,
): Provider {
  const router = express.Router()

  const route =
    (operation: string, handle: Handle) => async (request: Request, response: Response) => {
      const call = readCall(request, settings)
      if (
        !(dialect.holdsKey?.(call, settings.keys[name]) ?? holdsKey(request, settings.keys[name]))
      )
        return deliver(
          dialect.unauthorized?.(call) ?? dialect.refuse(401, 'unauthorized'),
          response,
          0,
        )
      const fault = faults.take(
        name,
        operation,
        dialect.referenceOf(call),
        dialect.accountOf?.(call),
      )
      if (settings.delayMs > 0) await sleep(settings.delayMs)
      const { responseCode } = fault ?? {}
      const answer =
        responseCode === undefined
          ? await meet(fault, () => attempt(handle, call, dialect), dialect)
          : attempt(handle, { ...call, responseCode }, dialect)
      await deliver(answer, response, settings.timings.hangMs)
    }

  return {
    router,
    post: (path, operation, handle) => void router.post(path, route(operation, handle)),
    get: (path, operation, handle) => void router.get(path, route(operation, handle)),
    put: (path, operation, handle) => void router.put(path, route(operation, handle)),
  }
}

export const baseUrlOf = (request: Request, settings: Settings): string =>
  settings.publicUrl ?? `${request.protocol}://${request.get('host')}`

function readCall(request: Request, settings: Settings): Call {
  const key = request.get('idempotency-key')
  const requestId = request.get('x-request-id')
  return {
    body: (request.body ?? {}) as Fields,
    params: request.params as Record<string, string>,
    query: request.query,
    baseUrl: baseUrlOf(request, settings),
    receivedAt: new Date().toISOString(),
    path: request.path,
    bearer: (
      request.get('authorization') ??
      request.get('x-api-key') ??
      request.get('apikey') ??
      ''
    ).replace(/^Bearer /, ''),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(requestId !== undefined && { requestId }),
  }
}

function holdsKey(request: Request, key: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(request.get('authorization') ?? ''), digest(`Bearer ${key}`))
}

function referenceOf({ body, params }: Call): string {
  const named = body.reference ?? body.orderId ?? body.batchId ?? body.threeDSServerTransID
  const reference = named ?? params.reference ?? params.orderId ?? params.instrumentRef
  return typeof reference === 'string' ? reference : ''
}

/** The provider's key opens one account; with `_` and a name behind it, others. */
export const severalAccounts = {
  accountOf: ({ bearer }: Call) => bearer,
  holdsKey: ({ bearer }: Call, key: string) => bearer === key || bearer.startsWith(`${key}_`),
}

export const ownDialect: Dialect = { refuse, referenceOf }

async function meet(
  fault: ReturnType<Faults['take']>,
  process: () => Answer,
  dialect: Dialect,
): Promise<Answer> {
  if (!fault) return process()
  if (fault.when === 'after') return spoil(process(), fault, dialect.refuse)
  if (fault.action !== 'slow') return spoil({ status: 200, body: {} }, fault, dialect.refuse)
  await sleep(fault.delayMs, undefined, { ref: false })
  return process()
}

function attempt(handle: Handle, call: Call, dialect: Dialect): Answer {
  try {
    return handle(call)
  } catch (error) {
    if (error instanceof InvalidField) return dialect.refuse(400, 'invalid_request', error.message)
    throw error
  }
}
