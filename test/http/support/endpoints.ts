import { z } from 'zod'
import { body } from '../../../src/contract/body.ts'
import { optional } from '../../../src/contract/fields.ts'
import { endpoint } from '../../../src/http/endpoint.ts'
import { metaOf } from '../../../src/http/commands/meta.ts'
import { Refused } from '../../../src/http/refused.ts'

const answer = z.looseObject({})
const common = { tag: 'Payments', summary: 'For tests', answer, rejects: [] } as const

/** Endpoints that do next to nothing, to look at what stands before and behind all of them. */
export const readThing = endpoint({
  ...common,
  method: 'get',
  path: '/thing',
  resource: 'PAYMENT',
  query: z.object({ wait: optional(z.string().regex(/^\d+$/, 'must be a number')) }),
  handle: (_, { caller, query }) => ({ merchantId: caller.merchantId, wait: query.wait }),
})

export const writeThing = endpoint({
  ...common,
  method: 'post',
  path: '/thing',
  resource: 'PAYMENT',
  keyed: true,
  body: body(z.object({ name: z.string('must be text'), note: optional(z.string()) })),
  handle: (_, { body: given, idempotencyKey }) => ({ given, idempotencyKey }),
})

export const tokenThing = endpoint({
  ...common,
  method: 'get',
  path: '/token-thing',
  resource: 'TOKENIZER',
  handle: () => ({}),
})

export const anyThing = endpoint({
  ...common,
  method: 'get',
  path: '/any-thing',
  resource: 'ANY',
  handle: () => ({}),
})

export const readPayment = endpoint({
  ...common,
  method: 'get',
  path: '/payment/:paymentId',
  resource: 'PAYMENT',
  subject: 'payment',
  client: true,
  handle: (_, { payment }) => ({ paymentId: payment.id }),
})

export const readStatus = endpoint({
  ...common,
  method: 'get',
  path: '/payment/:paymentId/status',
  resource: 'PAYMENT',
  subject: 'payment',
  client: true,
  clientAfterEnd: true,
  handle: (_, { payment }) => ({ paymentId: payment.id }),
})

/** Sends a command, as the real ones do, and mints a secret into its answer. */
export const commandPayment = endpoint({
  ...common,
  method: 'post',
  path: '/payment/:paymentId/command',
  resource: 'PAYMENT',
  subject: 'payment',
  keyed: true,
  body: body(
    z.object({
      amount: z.number('must be a number'),
      instrument: optional(z.object({ type: optional(z.string()), cvv: optional(z.string()) })),
    }),
  ),
  handle: async (services, request) => {
    const meta = metaOf(request, services)
    const sent = await services.gateway.send(request.payment, { name: 'inquire' }, meta)
    if (!sent.outcome.accepted) {
      throw new Refused(sent.outcome.code, { paymentStatus: 'NEW' })
    }
    return { commandId: meta.commandId, amount: request.body.amount }
  },
  minted: () => Promise.resolve({ access_token: `minted-${String(Math.random())}` }),
})

export const failingThing = endpoint({
  ...common,
  method: 'get',
  path: '/failing-thing',
  resource: 'NONE',
  handle: (_, { headers }) => {
    if (headers['x-kind'] === 'database') {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    throw new Error('secret internals')
  },
})

export const formThing = endpoint({
  ...common,
  method: 'post',
  path: '/form-thing',
  resource: 'NONE',
  form: true,
  body: body(z.object({ cres: z.string() })),
  handle: (_, { body: given, rawBody }) => ({ ...given, bytes: rawBody.length }),
})

export const testEndpoints = [
  readThing,
  writeThing,
  tokenThing,
  anyThing,
  readPayment,
  readStatus,
  commandPayment,
  failingThing,
  formThing,
]
