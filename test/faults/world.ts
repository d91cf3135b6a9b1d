import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../src/stack/launch.ts'
import { launchStack } from '../../src/stack/launch.ts'
import type { LaunchOptions } from '../../src/stack/launch-options.ts'
import { present } from '../../src/domain/present.ts'
import { builtParts } from '../../src/stack/parts.ts'
import type { Json } from '../support/http.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const card = (number: string) => ({
  type: 'CARD',
  instrumentNo: number,
  expDate: '203012',
  cvv: '123',
})
const browserData = {
  javascriptEnabled: true,
  javaEnabled: false,
  language: 'pl-PL',
  colorDepth: '24',
  screenHeight: 900,
  screenWidth: 1440,
  timezone: -60,
}

/** A machine that does much else at once is slow, and that is no mistake. */
const PATIENCE_MS = 150_000
/** How soon a merchant asks again. */
const PAUSE_MS = 100

export const NOT_ENROLLED = '4000000000001075'

/** One API answer, or the sign that there was none: the client cannot know what happened. */
export type Answer =
  | { status: number; body: Record<string, unknown> }
  | { status: 0; body: undefined }

/** A stack of its own, whose processes can be made to die at a named point. */
export class World {
  readonly stack: Stack
  readonly points: string
  #token = ''

  private constructor(stack: Stack, points: string) {
    this.stack = stack
    this.points = points
  }

  static async launch(
    options: {
      env?: Record<string, string>
      apis?: number
      gateways?: number
      workers?: number
      temporal?: LaunchOptions['temporal']
      /** As `npm start` has them: one port for all APIs. */
      sharedPort?: boolean
      /** Goes on where an earlier world was halted. */
      home?: string
    } = {},
  ): Promise<World> {
    const home = options.home ?? scratchFolder('tollgate-faults-')
    const points = join(home, 'failpoints')
    mkdirSync(points, { recursive: true })
    const env = {
      // Production knows no fail points.
      NODE_ENV: 'test',
      FAILPOINTS: `folder:${points}`,
      RATE_LIMIT_PER_SECOND: '100000',
      SANDBOX_SPEED: '3',
      ...options.env,
    }
    const stack = await launchStack({
      home,
      apis: options.apis ?? 2,
      gateways: options.gateways ?? 1,
      // A gateway is a worker too, so that another is there when one dies.
      workers: options.workers ?? 1,
      env,
      restartsPerMinute: 1_000,
      quiet: true,
      portal: false,
      parts: builtParts,
      ...present({ temporal: options.temporal, sharedPort: options.sharedPort }),
    })
    return new World(stack, points)
  }

  /** Stops everything and leaves the data where it is. */
  halt(): Promise<void> {
    return this.stack.stop()
  }

  async stop(): Promise<void> {
    await this.stack.stop()
    rmSync(this.stack.home, { recursive: true, force: true })
  }

  get merchant() {
    const [first] = this.stack.info.merchants
    if (!first) throw new Error('no merchant')
    return first
  }

  arm(point: string, action = 'kill'): void {
    writeFileSync(join(this.points, point), action)
  }

  /** Nobody has passed the point yet. */
  isArmed(point: string): boolean {
    return existsSync(join(this.points, point))
  }

  /** Nobody is to die there any more; says whether anybody still was. */
  disarm(point: string): boolean {
    const wasArmed = this.isArmed(point)
    rmSync(join(this.points, point), { force: true })
    return wasArmed
  }

  /** The point has been reached: a test whose fault did not happen proves nothing. */
  async fired(point: string, timeoutMs = 30_000): Promise<void> {
    await until(`${point} fires`, () => Promise.resolve(!this.isArmed(point)), timeoutMs)
  }

  async call(
    method: string,
    path: string,
    body?: object,
    options: { api?: number; key?: string } = {},
  ): Promise<Answer> {
    const base = this.stack.apis[options.api ?? 0] ?? this.stack.info.api
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      authorization: `Bearer ${await this.token()}`,
    }
    if (options.key) headers['idempotency-key'] = options.key
    try {
      const answer = await fetch(`${base}/v1/ecommerce${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(20_000),
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    } catch {
      return { status: 0, body: undefined }
    }
  }

  /** As a merchant does it: the same request under the same key until there is an answer. */
  async insist(
    method: string,
    path: string,
    body: object,
    key: string = randomUUID(),
  ): Promise<Answer> {
    const end = Date.now() + PATIENCE_MS
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.call(method, path, body, {
        api: attempt % this.stack.apis.length,
        key,
      })
      if (answer.status !== 0 && answer.status < 500) return answer
      if (Date.now() > end)
        throw new Error(`no answer to ${method} ${path}: ${JSON.stringify(answer)}`)
      await sleep(PAUSE_MS)
    }
  }

  private async token(): Promise<string> {
    const end = Date.now() + PATIENCE_MS
    for (let attempt = 0; this.#token === '' && Date.now() < end; attempt += 1) {
      const base = this.stack.apis[attempt % this.stack.apis.length] ?? ''
      const { merchantId, secret } = this.merchant
      const body = JSON.stringify({
        resource: 'UNIVERSAL',
        channel: 'WEBAPI',
        secret,
        merchant: { merchantId },
      })
      const answer = await fetch(`${base}/v1/ecommerce/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).catch(() => undefined)
      if (answer?.ok) this.#token = ((await answer.json()) as { access_token: string }).access_token
      else await sleep(PAUSE_MS)
    }
    return this.#token
  }

  saleBody(
    options: { amount?: number; number?: string; transKind?: string; extOrderId?: string } = {},
  ): object {
    const {
      amount = 25,
      number = NOT_ENROLLED,
      transKind = 'AUTH',
      extOrderId = `order-${randomUUID()}`,
    } = options
    return {
      channel: 'WEBAPI',
      method: 'CARD',
      merchant: { merchantId: this.merchant.merchantId },
      customer: { email: 'payer@example.com' },
      device: { ip: '127.0.0.1', browserData },
      order: { amount, currency: 'PLN', extOrderId },
      instrument: card(number),
      options: { transKind },
    }
  }

  async completed(options: Parameters<World['saleBody']>[0] = {}): Promise<string> {
    const answer = await this.insist('POST', '/payment', this.saleBody(options))
    const paymentId = String(answer.body?.paymentId)
    await this.reaches(paymentId, ['COMPLETED'])
    return paymentId
  }

  storeBody(email = 'payer@example.com'): object {
    const { order: _, options: __, method: ___, ...details } = this.saleBody() as Json
    return { ...details, customer: { email } }
  }

  /** A card that is stored: its CVV may be given and need not be. */
  async storedCard(): Promise<object> {
    const { body } = await this.insist('POST', '/tokenizer', this.storeBody())
    let token: Json
    await until('the card is stored', async () => {
      token = (await this.call('GET', `/tokenizer/${String(body?.tokenizerId)}`)).body?.token
      return token !== undefined
    })
    return { type: 'COF', instrumentNo: token.instrumentNo, cvv: '123' }
  }

  async status(paymentId: string): Promise<Record<string, unknown> | undefined> {
    for (const api of this.stack.apis.keys()) {
      const answer = await this.call('GET', `/payment/${paymentId}/status`, undefined, { api })
      if (answer.status === 200) return answer.body
    }
    return undefined
  }

  async reaches(paymentId: string, wanted: string[], timeoutMs = PATIENCE_MS): Promise<string> {
    let last = ''
    await until(
      `${paymentId} reaches ${wanted.join(' or ')}`,
      async () => {
        const status = await this.status(paymentId)
        // A payment that lost its CVV with the process that held it asks for it again; the payer gives it.
        if (status?.dataRequest === 'CARD_CVV')
          await this.call(
            'PATCH',
            `/payment/${paymentId}/instrument`,
            { cvv: '123' },
            { api: Math.random() < 0.5 ? 0 : 1 },
          )
        last = String(status?.status)
        return wanted.includes(last)
      },
      timeoutMs,
      () => last,
    )
    return last
  }

  /** No operation of the payment is under way any more. */
  async quiet(paymentId: string): Promise<void> {
    await until(`${paymentId} is quiet`, async () => {
      const { body } = await this.call('GET', `/payment/${paymentId}/transactions`)
      return (
        Array.isArray(body) && body.every((one: { status: string }) => one.status !== 'PENDING')
      )
    })
  }

  async acquirerLog(paymentId = ''): Promise<LogRow[]> {
    const answer = await fetch(`${this.stack.info.sandbox}/acquirer/log?reference=${paymentId}`)
    return (await answer.json()) as LogRow[]
  }

  log(name: string): string {
    return readFileSync(join(this.stack.home, 'logs', `${name}.log`), 'utf8')
  }

  /** Every process runs again and answers: who died just now still counts as ready for a moment. */
  async healed(): Promise<void> {
    const { stack } = this
    const doors = [...stack.apis, stack.info.operator]
    await until(
      'every process is ready',
      async () =>
        stack.processes.every(({ state }) => state === 'ready') &&
        (await Promise.all(doors.map(isReady))).every(Boolean),
    )
  }
}

export interface LogRow {
  provider: string
  reference: string
  originalReference?: string
  operation: string
  amountMinor: number
  processed: boolean
  result: string
}

const isReady = (door: string): Promise<boolean> =>
  fetch(`${door}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Each look costs the stack a request, which is what it has least time for. */
const LOOK_AGAIN_MS = 200

export async function until(
  what: string,
  done: () => Promise<boolean>,
  timeoutMs = PATIENCE_MS,
  seen: () => string = () => '',
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await done()) return
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error(`${what}: not within ${timeoutMs} ms; last seen ${seen()}`)
}
