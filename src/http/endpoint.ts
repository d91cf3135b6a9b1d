import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { RefusalCode } from '../domain/refusal.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import type { Caller } from './auth/caller.ts'
import type { Services } from './services.ts'

/** An endpoint is data: the app serves it, the API document describes it, the tests compare both. */
export function endpoint<
  R extends ResourceScope,
  S extends Subject = 'none',
  P extends z.ZodType = NoSchema,
  Q extends z.ZodType = NoSchema,
  B extends z.ZodType = NoSchema,
>(definition: EndpointDefinition<R, S, P, Q, B>): Endpoint {
  return { base: API_BASE, ...definition }
}

export const API_BASE = '/v1/ecommerce'

/** `NONE` needs no bearer token; `ANY` takes every token. */
export type ResourceScope = 'PAYMENT' | 'TOKENIZER' | 'ANY' | 'NONE'
export type Subject = 'payment' | 'tokenizer' | 'none'
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type Tag =
  | 'Authentication'
  | 'Payments'
  | 'Payment links'
  | 'Tokenization'
  | 'Disputes'
  | 'Self-service'
  | 'Notifications'
  | 'Service'

export interface EndpointDefinition<
  R extends ResourceScope,
  S extends Subject,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
> {
  method: Method
  /** Below `base`, in Express' notation: `/payment/:paymentId`. */
  path: string
  base?: string
  tag: Tag
  summary: string
  description?: string
  resource: R
  /** May the CLIENT token of the very payment (or tokenization) call it? */
  client?: boolean
  /** May it also do so in the 30 minutes after the final status? */
  clientAfterEnd?: boolean
  /** Honours `Idempotency-Key`. */
  keyed?: boolean
  /** Whose id is in the path; it is loaded, and must be the caller's, before fields are judged. */
  subject?: S
  params?: P
  query?: Q
  body?: B
  /** Also takes `application/x-www-form-urlencoded`, as browsers post it. */
  form?: boolean
  /** Also takes files (PDF, PNG, JPEG) as they are, of at most 10 MB; the handler reads the raw body. */
  files?: boolean
  /** Takes a longer body than others, of so many bytes. */
  mostBytes?: number
  /** For the document, where the handler itself reads the raw body: what it takes as JSON and as a form. */
  reads?: { json?: z.ZodType; form?: z.ZodType }
  /** Answers browsers with a 303; `always` when there is no other success. */
  sendsOn?: 'always' | 'browsers'
  answer: z.ZodType
  /** Of an answer that is a file, and not JSON: the handler returns a `Download`. */
  contentType?: 'text/csv' | 'image/svg+xml'
  /** The status of its success; 200 when not given. */
  success?: 200 | 201 | 202 | 204
  /** Refuses with a 403 what the body asks for; a 403 comes before its fields are judged. */
  permit?(caller: Caller, body: unknown): void
  /** Codes besides those that follow from the definition itself. */
  rejects: readonly RefusalCode[]
  handle(services: Services, request: EndpointRequest<R, S, P, Q, B>): unknown
  /** What a repeat under the same key brings that was lost, before it is given the first answer. */
  repeated?(
    services: Services,
    request: EndpointRequest<R, S, P, Q, B>,
    body: Record<string, unknown>,
  ): Promise<void>
  /**
   * Members of the answer that are secrets (tokens): never stored with the answer of an
   * Idempotency-Key, but made anew for the first answer and for each replay.
   */
  minted?(
    services: Services,
    request: EndpointRequest<R, S, P, Q, B>,
    body: Record<string, unknown>,
  ): Promise<Record<string, unknown>>
}

export interface EndpointRequest<
  R extends ResourceScope = 'PAYMENT',
  S extends Subject = Subject,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> {
  /** Upper case, and the path as it was called: the scope of an Idempotency-Key. */
  method: string
  path: string
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  payment: S extends 'payment' ? Payment : undefined
  tokenization: S extends 'tokenizer' ? Tokenization : undefined
  caller: R extends 'NONE' ? undefined : Caller
  requestId: string
  idempotencyKey?: string
  ip: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
  /** Ends a wait: nobody is there to hear the answer. */
  hungUp?: AbortSignal
}

/** What the app and the API document know of an endpoint, whatever its types. */
export type Endpoint = EndpointDefinition<
  ResourceScope,
  Subject,
  z.ZodType,
  z.ZodType,
  z.ZodType
> & { base: string; operationId?: string }

/** Any request, for helpers that serve every endpoint. */
export type AnyRequest = Omit<EndpointRequest, 'payment' | 'tokenization' | 'caller'> & {
  caller: Caller | undefined
  payment: Payment | undefined
  tokenization: Tokenization | undefined
}

type NoSchema = z.ZodType<Record<string, never>>

export interface ReplyOptions {
  status?: number
  headers?: Record<string, string>
  /** The payment had decided this command before: the answer is a repetition. */
  replayed?: boolean
}

export class Reply {
  readonly body: unknown
  readonly options: ReplyOptions

  constructor(body: unknown, options: ReplyOptions) {
    this.body = body
    this.options = options
  }
}

/** An answer that is a file; its pieces are read as fast as the caller takes them. */
export class Download {
  readonly chunks: AsyncIterable<string>
  readonly file: { contentType: string; name: string }

  constructor(chunks: AsyncIterable<string>, file: { contentType: string; name: string }) {
    this.chunks = chunks
    this.file = file
  }
}

/** An answer with a status, headers, or the mark of a replay of its own. */
export const reply = (body: unknown, options: ReplyOptions): Reply => new Reply(body, options)

/** A file that is read piece by piece, under a name with the day it was asked for. */
export const csvFile = (what: string, chunks: AsyncIterable<string>): Download =>
  new Download(chunks, {
    contentType: 'text/csv;charset=utf-8',
    name: `${what}-${new Date().toISOString().slice(0, 10)}.csv`,
  })
