import { generateKeyPairSync } from 'node:crypto'
import type { KeyPairKeyObjectResult } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import type { Settings, Timings } from '../../src/sandbox/settings.ts'

/** What hangs is given up then; by that time it has arrived, on a busy machine too. */
export const GIVE_UP_MS = 500

/** Quick enough for tests, in the same order as the real ones. */
const quickTimings: Timings = {
  confirmMs: 30,
  laterMs: 60,
  slowAnswerMs: 1_500,
  lateResultMs: 120,
  hangMs: 60_000,
  repeatMs: 10,
  minuteMs: 10,
}

export const keys = {
  acquirer: 'acquirer-key',
  threeds: 'threeds-key',
  blik: 'blik-key',
  bank: 'bank-key',
  tokens: 'tokens-key',
  stripe: 'sk_test_stripe',
  autopay: 'autopay-key',
  przelewy24: 'przelewy24-key',
  adyen: 'adyen-api-key',
  'threedsecure-io': 'threedsecure-io-key',
}

/** Stripe's signing secrets have a shape of their own. */
export const webhookKeys = { ...keys, stripe: 'whsec_stripe', adyen: 'ad'.repeat(32) }

export interface Caught {
  path: string
  signature: string
  stripeSignature: string | undefined
  text: string
  body: Record<string, unknown>
}

/** A sandbox on a free port, and a gateway beside it that catches what the simulators send. */
export async function startSandbox(options: { directory?: string; laterMs?: number } = {}) {
  const gateway = await startGateway()
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    ...(options.directory && { directory: options.directory }),
    gatewayUrl: gateway.url,
    operatorUrl: gateway.url,
    defaultMerchantId: 'MID-ONE',
    sellers: [],
    delayMs: 0,
    keys,
    webhookKeys,
    bankServiceId: 'SERVICE',
    otherBins: '',
    stripeWebhookUrl: `${gateway.url}/stripe`,
    autopayItnUrl: `${gateway.url}/autopay`,
    timings: { ...quickTimings, laterMs: options.laterMs ?? quickTimings.laterMs },
  }
  const sandbox = await createSandbox(settings)
  const server = await listen(sandbox.app)
  const url = urlOf(server)

  /** A JSON call with the provider's own key; undefined when there was no usable answer. */
  async function call(method: string, path: string, body?: unknown, timeoutMs = 60_000) {
    const provider = path.split('/')[1] as keyof typeof keys
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(keys[provider] && { authorization: `Bearer ${keys[provider]}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: parse(text) }
  }

  return {
    url,
    call,
    gateway,
    post: (path: string, body: unknown = {}, timeoutMs?: number) =>
      call('POST', path, body, timeoutMs),
    get: (path: string) => call('GET', path),
    submit: (path: string, fields: Record<string, string>) =>
      fetch(new URL(path, url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
      }),
    log: async (reference: string) =>
      (await call('GET', `/acquirer/log?reference=${reference}`)).body as Row[],
    async stop() {
      sandbox.close()
      await Promise.all([close(server), close(gateway.server)])
    },
  }
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>

export interface Row {
  provider: string
  reference: string
  operation: string
  amountMinor: number
  currency: string
  processed: boolean
  result: string
  receivedAt: string
  answeredAt: string | null
}

/** Made once: half a second of work. */
let rsaKeys: KeyPairKeyObjectResult | undefined

async function startGateway() {
  const caught: Caught[] = []
  const c2pKeys = (rsaKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const answers: number[] = []
  const googleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = (key: typeof googleKeys) =>
    key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const walletKeys = {
    google: { publicKey: spki(googleKeys) },
    apple: { publicKey: spki(appleKeys) },
    c2p: { ...c2pKeys.publicKey.export({ format: 'jwk' }), kid: 'c2p-1' },
  }
  const server = await listen((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return void response.end(JSON.stringify(walletKeys))
    const text = await readAll(request)
    caught.push({
      path: request.url ?? '',
      signature: String(request.headers.signature),
      stripeSignature: request.headers['stripe-signature']?.toString(),
      text,
      body: parse(text),
    })
    response.writeHead(answers.shift() ?? 200).end('{}')
  }

  return { server, url: urlOf(server), caught, answers, googleKeys, appleKeys, c2pKeys }
}

/** Waits for something that happens by itself. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
): Promise<NonNullable<Value>> {
  const end = Date.now() + 20_000
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > end) throw new Error('It did not happen within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Where the first form of a page posts, and its hidden fields. */
export function formOf(page: string) {
  const form = /<form[^>]*>[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const hidden = (form.match(/<input[^>]*>/g) ?? []).filter((tag) => tag.includes('"hidden"'))
  const fields = hidden.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])
  return { action: attribute(form, 'action'), fields: Object.fromEntries(fields) as Fields }
}

type Fields = Record<string, string>

function listen(handler: RequestListener): Promise<Server> {
  const server = createServer(handler)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

// Answers are read as the test expects them; a wrong expectation fails there.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
