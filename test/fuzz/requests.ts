import { examples } from '../../src/contract/examples.ts'
import { takesBody } from '../../src/contract/document/operation.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { endpoints } from '../../src/http/routes.ts'
import { documented } from '../contract/support/documented.ts'
import type { Query } from '../contract/support/documented.ts'
import { queriesOf } from '../contract/support/queries.ts'
import { nastyTexts } from '../support/nasty-texts.ts'
import { mutated, pick, strange } from './mutations.ts'
import type { Random } from './mutations.ts'

export interface Made {
  endpoint: Endpoint
  target: string
  params: Record<string, string>
  query: Query
  headers: Record<string, string>
  /** Undefined where requests have none. */
  body: unknown
}

/** Ids that answers have named, by what they are called. */
export type Known = Record<string, string[]>

const QUERIES_EACH = 300

/** Makes requests that are almost those of the reference, and knows the ids that answers named. */
export function createRequests(merchantId: string, seed: number) {
  const known: Known = {}
  const queries = new Map(
    endpoints
      .filter(({ query }) => query)
      .map((one) => [one, queriesOf(parametersOf(one), QUERIES_EACH, seed)]),
  )

  return {
    make: (random: Random): Made => {
      const endpoint = pick(random, endpoints)
      const query = random() < 0.9 ? { ...pick(random, queries.get(endpoint) ?? [{}]) } : {}
      // Whoever waits tells nothing, and holds up a sender.
      delete query['wait']
      const params = paramsOf(random, endpoint, known)
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      return {
        endpoint,
        params,
        query,
        target: endpoint.base + path + textOf(query),
        headers: headersOf(random),
        body: takesBody(endpoint.method) ? bodyOf(random, endpoint, merchantId) : undefined,
      }
    },
    learn: (answer: unknown): void => learn(known, answer),
  }
}

const parametersOf = ({ operationId = '' }: Endpoint) => documented(operationId).parameters

function paramsOf(random: Random, { path }: Endpoint, known: Known): Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const valueOf = (name: string): string => {
    const ids = known[name] ?? []
    const isKnown = ids.length > 0 && random() < 0.8
    return isKnown ? pick(random, ids) : pick(random, nastyTexts) || 'x'
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

function textOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(whole(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Half a character cannot be written into an address. */
const whole = (text: string): string => text.replace(/\p{Cs}/gu, '')

const headersOf = (random: Random): Record<string, string> => ({
  'content-type':
    random() < 0.98 ? 'application/json' : sendable(String(strange(random)).slice(0, 9)),
  ...(random() < 0.1 && { 'idempotency-key': pick(random, ['a', 'b', '"', 'x'.repeat(300)]) }),
  ...(random() < 0.1 && { 'x-request-id': pick(random, ['r-1', 'x'.repeat(65), '<>', '%00']) }),
})

const sendable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '') || 'x'

function bodyOf(random: Random, { operationId = '' }: Endpoint, merchantId: string): unknown {
  const requests = Object.values(examples[operationId]?.requests ?? {})
  const given = own(pick(random, requests), merchantId)
  if (random() < 0.03) return undefined
  return (random() < 0.3 ? given : mutated(random, given)) ?? {}
}

/** The example as a request of the merchant that sends it. */
const own = (example: unknown, merchantId: string): unknown =>
  JSON.parse(
    JSON.stringify(example ?? {}).replace(/"merchantId":"[^"]*"/g, `"merchantId":"${merchantId}"`),
  ) as unknown

const MOST_IDS = 200

/** Ids that answers name are asked for later. */
function learn(known: Known, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'object') learn(known, value)
    else if (/Id$/.test(name) && typeof value === 'string')
      known[name] = [value, ...(known[name] ?? [])].slice(0, MOST_IDS)
  }
}
