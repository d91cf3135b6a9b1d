import { z } from 'zod'
import { createSender, parseJson } from '../http.ts'
import type { Answer, Network } from '../http.ts'
import type { Exchange, Message } from '../exchange.ts'
import { hashOfMessage } from './fields.ts'
import type { Fields, MessageName } from './fields.ts'
import { isProven } from './hash.ts'
import type { Sealing } from './hash.ts'
import type { OwnWords } from './outcomes.ts'
import { leavesOf, readXml } from './xml.ts'
import type { Element } from './xml.ts'
import { present } from '../../domain/present.ts'

export interface AutopayOptions extends Sealing, Network {
  url: string
  timeoutMs: number
  serviceId: string
  /** Words for failures that the account has added. */
  words: OwnWords
}

interface Request {
  path: string
  message: MessageName
  fields: Fields
  /** How the provider is told whom it talks to. */
  header?: 'pay-bm' | 'pay-bm-continue-transaction-url'
  /** Our own name of the operation, for both sides' logs. */
  reference: string
}

/** A signed document: its element, and whether its hash is right. */
export interface Document {
  root: Element
  isProven: boolean
}

export interface AutopayHttp {
  serviceId: string
  words: OwnWords
  /** A form that is answered with XML. */
  form(request: Request, signal?: AbortSignal): Promise<Answer<Document>>
  /** JSON that is answered with JSON. */
  json<T>(request: Request, schema: z.ZodType<T>, signal?: AbortSignal): Promise<Answer<T>>
  proves(values: readonly string[], hash: string | undefined): boolean
}

const MOST_BYTES = 512 * 1024

export function createAutopayHttp(options: AutopayOptions): AutopayHttp {
  const { serviceId, words } = options
  const send = createSender({ ...options, maxBytes: MOST_BYTES })
  const headers = ({ header, reference }: Request, type: string) => ({
    accept: type === JSON_TYPE ? type : 'application/xml, text/xml, */*',
    'content-type': type,
    'x-request-id': reference,
    ...present({ bmheader: header }),
  })
  return {
    serviceId,
    words,
    async form(request, signal) {
      const { path, message, fields } = request
      const Hash = hashOfMessage(message, fields, options)
      const body = new URLSearchParams({ ...fields, Hash }).toString()
      const post: Message = { method: 'POST', path, headers: headers(request, FORM_TYPE), body }
      return readDocument(await send(post, signal), options)
    },
    async json(request, schema, signal) {
      const { path, message, fields } = request
      const hash = hashOfMessage(message, fields, options)
      const spelled = message === 'gatewayList' ? { Hash: hash } : { hash }
      const body = JSON.stringify({ ...numbered(fields), ...spelled })
      const post: Message = { method: 'POST', path, headers: headers(request, JSON_TYPE), body }
      return readObject(await send(post, signal), schema)
    },
    proves: (values, hash) => isProven(values, hash, options),
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** The number of the service is a number in JSON. */
const numbered = (fields: Fields): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name.toLowerCase() === 'serviceid' ? Number(value) : value,
    ]),
  )

function readDocument(exchanged: Exchange, options: AutopayOptions): Answer<Document> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  const root = readXml(decode(bytes) ?? '')
  if (!root || (status >= 300 && status < 400)) return garbled
  if (root.name === 'error') return refusal(status, textOf(root, 'name'))
  if (status >= 400) return garbled
  return { type: 'answered', body: { root, isProven: isDocumentProven(root, options) } }
}

/** Every value of the document counts, in its order. */
export function isDocumentProven(root: Element, sealing: Sealing): boolean {
  const leaves = leavesOf(root)
  const [hash, ...others] = leaves.filter(({ name }) => name === 'hash')
  const values = leaves.filter(({ name }) => name !== 'hash').map(({ text }) => text)
  return others.length === 0 && isProven(values, hash?.text, sealing)
}

/** What the first element of this name says. */
export const textOf = (root: Element, wanted: string): string | undefined =>
  leavesOf(root).find(({ name }) => name === wanted)?.text

function readObject<T>(exchanged: Exchange, schema: z.ZodType<T>): Answer<T> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  const json = parseJson(bytes)
  const failed = JsonError.safeParse(json)
  if (failed.success) return refusal(status, failed.data.errorStatus)
  const parsed = schema.safeParse(json)
  return status < 300 && parsed.success ? { type: 'answered', body: parsed.data } : garbled
}

const JsonError = z.object({ errorStatus: z.string().min(1).max(200) })

const garbled = { type: 'noAnswer', because: 'garbled' } as const

/** Only what names a fault of the request proves that nothing was done; the rest proves nothing. */
const refusal = <T>(status: number, name: string | undefined): Answer<T> =>
  name !== undefined && definite.has(name)
    ? {
        type: 'refused',
        status: name.endsWith('_NOT_FOUND') ? 404 : Math.max(status, 400),
        error: name,
      }
    : garbled

const definite = new Set([
  'INVALID_FORMAT',
  'INVALID_HASH',
  'VALIDATION_FAILED',
  'SERVICE_NOT_FOUND',
  'TRANSACTION_NOT_FOUND',
  'PARTNER_DISABLED',
  'TRANSACTION_NOT_IN_REFUNDABLE_STATUS',
  'TRANSACTION_TOO_OLD_TO_REFUND',
  'BALANCE_DISABLED',
  'PARTIAL_TRANSACTION_REFUNDS_FORBIDDEN',
])

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
