import { examples } from '../../src/contract/examples.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { endpoints } from '../../src/http/routes.ts'
import { nastyTexts } from '../support/nasty-texts.ts'
import { mutated, pick, seeded, strange } from './mutations.ts'
import type { Random } from './mutations.ts'

interface Wanted {
  api: string
  merchant: { merchantId: string; secret: string }
  requests: number
  seed: number
  say: (line: string) => void
}

interface Found {
  requests: number
  statuses: Record<string, number>
  findings: string[]
}

const AT_ONCE = 8
const MOST_FINDINGS = 50
const TOKEN_EVERY = 5_000

/** Every endpoint, with requests that are almost those of the reference. */
export async function fuzz({ api, merchant, requests, seed, say }: Wanted): Promise<Found> {
  const random = seeded(seed)
  const known: Record<string, string[]> = {}
  const found: Found = { requests: 0, statuses: {}, findings: [] }
  let token = await signIn(api, merchant)
  while (found.requests < requests) {
    if (found.requests % TOKEN_EVERY === 0) {
      token = await signIn(api, merchant)
      say(`${String(found.requests)} of ${String(requests)}: ${JSON.stringify(found.statuses)}`)
    }
    const made = Array.from({ length: AT_ONCE }, () => makeRequest(random, known, merchant))
    await Promise.all(made.map((one) => tryRequest(api, token, one, known, found)))
    found.requests += made.length
  }
  return found
}

interface Made {
  endpoint: Endpoint
  target: string
  headers: Record<string, string>
  body: string | undefined
}

function makeRequest(
  random: Random,
  known: Record<string, string[]>,
  { merchantId }: Wanted['merchant'],
): Made {
  const endpoint = pick(random, endpoints)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const ids = known[name] ?? []
    const isKnown = ids.length > 0 && random() < 0.8
    return encodeURIComponent(isKnown ? pick(random, ids) : pick(random, nastyTexts) || 'x')
  })
  const [example] = [
    pick(random, Object.values(examples[endpoint.operationId ?? '']?.requests ?? {})),
  ]
  const given = own(example, merchantId)
  const body = random() < 0.3 ? given : mutated(random, given)
  const hasBody = endpoint.method !== 'get' && endpoint.method !== 'delete'
  return {
    endpoint,
    target: endpoint.base + path + queryOf(random, endpoint),
    headers: {
      'content-type': random() < 0.98 ? 'application/json' : String(strange(random)).slice(0, 9),
      ...(random() < 0.1 && { 'idempotency-key': pick(random, ['a', 'b', '"', 'x'.repeat(300)]) }),
    },
    body: hasBody ? JSON.stringify(body ?? {}) : undefined,
  }
}

/** The example as a request of the merchant that sends it. */
const own = (example: unknown, merchantId: string): unknown =>
  JSON.parse(
    JSON.stringify(example ?? {}).replace(/"merchantId":"[^"]*"/g, `"merchantId":"${merchantId}"`),
  ) as unknown

function queryOf(random: Random, { query }: Endpoint): string {
  const shape = (query as { shape?: object } | undefined)?.shape
  const names = Object.keys(shape ?? {}).filter((name) => name !== 'wait')
  if (names.length === 0) return ''
  const pairs = Array.from({ length: Math.floor(random() * 3) }, () => [
    pick(random, names),
    String(strange(random)).slice(0, 800),
  ])
  return `?${pairs.map((pair) => pair.map((one) => encodeURIComponent(one)).join('=')).join('&')}`
}

async function tryRequest(
  api: string,
  token: string,
  { endpoint, target, headers, body }: Made,
  known: Record<string, string[]>,
  found: Found,
): Promise<void> {
  const tell = (what: string) => {
    const line = `${what}: ${endpoint.method.toUpperCase()} ${target} ${body ?? ''}`
    if (found.findings.length < MOST_FINDINGS) found.findings.push(line.slice(0, 1_500))
  }
  try {
    const answer = await fetch(api + target, {
      method: endpoint.method.toUpperCase(),
      redirect: 'manual',
      headers: { ...headersThatCanBeSent(headers), authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    found.statuses[answer.status] = (found.statuses[answer.status] ?? 0) + 1
    if (answer.status >= 500) tell(`${String(answer.status)} ${text.slice(0, 200)}`)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    if (isJson) remember(known, JSON.parse(text))
    else if (answer.status >= 400) tell(`${String(answer.status)} is not JSON`)
  } catch (error) {
    tell(`no answer (${String(error)})`)
  }
}

const headersThatCanBeSent = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]*$/.test(value) && value !== ''),
  )

const MOST_IDS = 200

/** Ids that answers name are asked for later. */
function remember(known: Record<string, string[]>, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'object') remember(known, value)
    else if (/Id$/.test(name) && typeof value === 'string')
      known[name] = [value, ...(known[name] ?? [])].slice(0, MOST_IDS)
  }
}

async function signIn(api: string, { merchantId, secret }: Wanted['merchant']): Promise<string> {
  const answer = await fetch(`${api}/v1/ecommerce/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'UNIVERSAL', secret, merchant: { merchantId } }),
  })
  if (!answer.ok) throw new Error(`signing in: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
