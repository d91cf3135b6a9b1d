import { createTokens, keyAsTokens } from './tokens.ts'
import type { Credentials, Tokens } from './tokens.ts'
import { createTransport } from './transport.ts'
import type { TransportOptions } from './transport.ts'
import { operations } from './generated/types.ts'
import type { Operations, Schemas } from './generated/types.ts'

export type TollgateOptions = TransportOptions & (Credentials | { apiKey: string })

type Name = keyof Operations
type Parts<N extends Name> = Omit<Operations[N], 'answer'>
interface Extra {
  /** One of your own; for what honours a key, one is made when absent. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The merchant API. Every operation by its name, and the usual ones as methods. */
export class Tollgate {
  readonly #transport: ReturnType<typeof createTransport>
  readonly #tokens: Tokens

  constructor(options: TollgateOptions) {
    this.#transport = createTransport(options)
    this.#tokens =
      'apiKey' in options ? keyAsTokens(options.apiKey) : createTokens(this.#transport.raw, options)
  }

  /** Any operation of the API document: `call('getRefund', { params: { paymentId, refundId } })`. */
  async call<N extends Name>(
    name: N,
    parts: Parts<N>,
    { idempotencyKey, signal }: Extra = {},
  ): Promise<Operations[N]['answer']> {
    const { method, path, keyed } = operations[name]
    const { params, query, body } = parts as Loose
    const isSafe = method === 'get' || method === 'delete'
    const { text } = await this.#transport.send(this.#tokens, {
      method: method.toUpperCase(),
      path: pathOf(path, params) + queryOf(query),
      ...(!isSafe && { body: body ?? {} }),
      ...(keyed && { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }),
      repeatable: isSafe || keyed,
      signal,
    })
    return (/\.(csv|svg)$/.test(path) ? text : JSON.parse(text || '{}')) as Operations[N]['answer']
  }

  readonly payments = {
    create: (body: Operations['createPayment']['body'], extra?: Extra) =>
      this.call('createPayment', { body }, extra),
    get: (paymentId: string) => this.call('getPayment', { params: { paymentId } }),
    /** `{ wait: 20, while: 'PENDING' }` holds the answer until there is an outcome. */
    status: (paymentId: string, query: Operations['getPaymentStatus']['query'] = {}) =>
      this.call('getPaymentStatus', { params: { paymentId }, query }),
    capture: (paymentId: string, body: Operations['capturePayment']['body'], extra?: Extra) =>
      this.call('capturePayment', { params: { paymentId }, body }, extra),
    cancel: (paymentId: string, body: Operations['cancelPayment']['body'] = {}, extra?: Extra) =>
      this.call('cancelPayment', { params: { paymentId }, body }, extra),
    refund: (paymentId: string, body: Operations['refundPayment']['body'] = {}, extra?: Extra) =>
      this.call('refundPayment', { params: { paymentId }, body }, extra),
    /** Page after page, as far as you read. */
    list: (query: Operations['listPayments']['query'] = {}) =>
      this.#pages('listPayments', query, ({ payments }) => payments),
  }

  readonly events = {
    list: (query: Operations['listEvents']['query'] = {}) =>
      this.#pages('listEvents', query, ({ events }) => events),
    /** What has happened and what happens from now on, without an end; `signal` ends it. */
    follow: (
      given: { after?: string; types?: Schemas['MerchantEvent']['type'][] } = {},
      signal?: AbortSignal,
    ) => this.#follow(given, signal),
  }

  readonly balance = {
    get: () => this.call('getBalance', {}),
    entries: (query: Operations['listBalanceEntries']['query'] = {}) =>
      this.#pages('listBalanceEntries', query, ({ entries }) => entries),
  }

  readonly settlements = {
    list: (query: Operations['listSettlements']['query'] = {}) =>
      this.#pages('listSettlements', query, ({ settlements }) => settlements),
    csv: (settlementId: string) => this.call('downloadSettlement', { params: { settlementId } }),
  }

  readonly links = {
    create: (body: Operations['createLink']['body'], extra?: Extra) =>
      this.call('createLink', { body }, extra),
    get: (linkId: string) => this.call('getLink', { params: { linkId } }),
    list: (query: Operations['listLinks']['query'] = {}) =>
      this.#pages('listLinks', query, ({ links }) => links),
    end: (linkId: string) =>
      this.call('changeLink', { params: { linkId }, body: { status: 'ENDED' } }),
    /** The address as a QR code, in SVG. */
    code: (linkId: string) => this.call('getLinkCode', { params: { linkId } }),
  }

  readonly webhooks = {
    create: (body: Operations['createWebhook']['body']) => this.call('createWebhook', { body }),
    list: () => this.call('listWebhooks', {}),
    remove: (webhookId: string) => this.call('deleteWebhook', { params: { webhookId } }),
  }

  async *#pages<N extends Paged, Item>(
    name: N,
    query: Operations[N]['query'],
    itemsOf: (page: Operations[N]['answer']) => Item[],
  ): AsyncGenerator<Item> {
    let cursor = query?.cursor
    do {
      const parts = { query: { ...query, ...(cursor !== undefined && { cursor }) } }
      const page = await this.call(name, parts as unknown as Parts<N>)
      yield* itemsOf(page)
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  async *#follow(
    { after, types }: { after?: string; types?: Schemas['MerchantEvent']['type'][] },
    signal?: AbortSignal,
  ): AsyncGenerator<Schemas['MerchantEvent']> {
    for (let last = after; !signal?.aborted;) {
      const query = {
        wait: 20,
        limit: 100,
        ...(last && { after: last }),
        ...(types && { type: types }),
      }
      const asked = this.call('listEvents', { query }, signal && { signal })
      const page = await asked.catch((error: unknown) => {
        if (signal?.aborted) return { events: [] }
        throw error
      })
      for (const event of page.events) {
        yield event
        last = event.eventId
      }
    }
  }
}

type Paged = 'listPayments' | 'listEvents' | 'listBalanceEntries' | 'listSettlements' | 'listLinks'
interface Loose {
  params?: Record<string, string>
  query?: Record<string, string | number | string[] | undefined>
  body?: unknown
}

const pathOf = (template: string, params: Record<string, string> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function queryOf(query: Loose['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}
