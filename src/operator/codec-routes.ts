import { createHash } from 'node:crypto'
import express, { Router } from 'express'
import type { Payload } from '@temporalio/common'
import { z } from 'zod'
import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { createPayloadCodec } from '../vault/payload-codec.ts'
import { operatorOf } from './identify.ts'

const LARGEST = '8mb'

/**
 * Lets the Temporal UI show payloads: the browser asks here, with the operator's own sign-in, and each
 * decode is written down. Card data cannot be seen even so, because no payload holds any.
 */
export function codecRoutes({ db, keyRing }: { db: Db; keyRing: KeyRing }): Router {
  const codec = createPayloadCodec(keyRing)
  const router = Router()
  router.use('/codec', express.json({ limit: LARGEST }))

  router.post('/codec/decode', async (request, response) => {
    const parsed = Body.safeParse(request.body)
    if (!parsed.success) {
      response.status(400).json({ error: 'invalid_request' })
      return
    }
    const given = parsed.data.payloads.map(fromJson)
    const decoded = await codec.decode(given)
    // Written down before it is shown: what cannot be audited is not seen.
    await auditOperator(db, {
      operator: operatorOf(response).name,
      action: 'codec.decode',
      subject: `namespace/${request.get('x-namespace') ?? 'unknown'}`,
      origin: request.ip ?? 'unknown',
      outcome: 'shown',
      detail: { payloads: given.length, sha256: given.map(({ data }) => digestOf(data)) },
    })
    response.json({ payloads: decoded.map(toJson) })
  })
  return router
}

/** The answers that a browser wants before it lets the UI's page ask; they need no sign-in. */
export function codecCors(uiUrl: string | undefined): Router {
  const origin = uiUrl === undefined ? undefined : new URL(uiUrl).origin
  const router = Router()
  router.use('/codec', (request, response, next) => {
    response.vary('origin')
    if (origin !== undefined && request.get('origin') === origin) {
      response.set({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers':
          'content-type, x-namespace, authorization, authorization-extras',
        'access-control-max-age': '600',
      })
    }
    if (request.method === 'OPTIONS') response.status(204).end()
    else next()
  })
  return router
}

const base64 = z.string().max(8_000_000)
const Body = z.object({
  payloads: z
    .array(
      z.object({ metadata: z.record(z.string(), base64).default({}), data: base64.optional() }),
    )
    .max(1_000),
})

type JsonPayload = z.infer<typeof Body>['payloads'][number]

const fromJson = ({ metadata, data }: JsonPayload): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  ),
  ...(data !== undefined && { data: Buffer.from(data, 'base64') }),
})

const toJson = ({ metadata, data }: Payload): JsonPayload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, textOf(value)]),
  ),
  ...(data && { data: textOf(data) }),
})

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const digestOf = (data: Uint8Array | null | undefined): string =>
  createHash('sha256')
    .update(data ?? '')
    .digest('hex')
    .slice(0, 16)
