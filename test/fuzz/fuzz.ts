import { setTimeout as sleep } from 'node:timers/promises'
import { problemOf } from './judge.ts'
import type { Answered } from './judge.ts'
import { seeded } from './mutations.ts'
import { createRequests } from './requests.ts'
import type { Made } from './requests.ts'

interface Wanted {
  api: string
  merchant: { merchantId: string; secret: string }
  requests: number
  seed: number
  /** No more is sent after so long. */
  withinMs: number
  say?: (line: string) => void
}

export interface Found {
  requests: number
  seconds: number
  statuses: Record<string, number>
  operations: Record<string, Record<string, number>>
  /** How many answers were wrong, and the first of them. */
  wrong: number
  findings: string[]
}

const SENDERS = 8
const MOST_FINDINGS = 50
const SAY_EVERY = 2_000
const ANSWER_MS = 60_000
const PAUSE_MS = 1_000

/**
 * Every endpoint, with requests that are almost those of the reference. Each sender goes on by itself,
 * so that a slow answer holds up nobody else.
 */
export async function fuzz(wanted: Wanted): Promise<Found> {
  const { api, merchant, requests, seed, withinMs, say = () => undefined } = wanted
  const began = Date.now()
  const found: Found = {
    requests: 0,
    seconds: 0,
    statuses: {},
    operations: {},
    wrong: 0,
    findings: [],
  }
  const made = createRequests(merchant.merchantId, seed)
  const token = await signIn(api, merchant)
  let sent = 0

  const sendOn = async (sender: number): Promise<void> => {
    const random = seeded(seed * SENDERS + sender)
    while (sent < requests && Date.now() - began < withinMs) {
      sent += 1
      const request = made.make(random)
      const answer = await answerTo(api, token, request)
      found.requests += 1
      note(found, request, answer)
      if (typeof answer === 'string') continue
      made.learn(answer.body)
      if (answer.status === 429) await sleep(PAUSE_MS)
      if (found.requests % SAY_EVERY === 0)
        say(`${String(found.requests)} of ${String(requests)}: ${JSON.stringify(found.statuses)}`)
    }
  }

  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendOn(sender)))
  found.seconds = Math.round((Date.now() - began) / 1_000)
  return found
}

function note(found: Found, made: Made, answer: Answered | string): void {
  const status = typeof answer === 'string' ? 'none' : String(answer.status)
  const operation = made.endpoint.operationId ?? made.endpoint.path
  const own = (found.operations[operation] ??= {})
  own[status] = (own[status] ?? 0) + 1
  found.statuses[status] = (found.statuses[status] ?? 0) + 1
  const problem = typeof answer === 'string' ? answer : problemOf(made, answer)
  if (problem === undefined) return
  found.wrong += 1
  const sent = `${made.endpoint.method.toUpperCase()} ${made.target} ${JSON.stringify(made.body)}`
  if (found.findings.length < MOST_FINDINGS)
    found.findings.push(`${operation}: ${problem}: ${sent.slice(0, 1_000)}`)
}

async function answerTo(api: string, token: string, made: Made): Promise<Answered | string> {
  try {
    const answer = await fetch(api + made.target, {
      method: made.endpoint.method.toUpperCase(),
      redirect: 'manual',
      headers: { ...made.headers, authorization: `Bearer ${token}` },
      ...(made.body !== undefined && { body: JSON.stringify(made.body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: answer.status, isJson, text, body: isJson ? JSON.parse(text) : undefined }
  } catch (error) {
    return `no answer (${String(error)})`
  }
}

/** A token for everything, which lives for a day. */
export async function signIn(
  api: string,
  { merchantId, secret }: Wanted['merchant'],
): Promise<string> {
  const answer = await fetch(`${api}/v1/ecommerce/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'UNIVERSAL', secret, merchant: { merchantId } }),
  })
  if (!answer.ok) throw new Error(`signing in: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
