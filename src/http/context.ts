import type { Response } from 'express'

/** What is known of a request beside its content, for its answer and its log line. */
export interface Context {
  requestId: string
  /** The route's template, never the address itself: addresses hold ids. */
  route: string
  merchantId?: string
  /** The API key that it came with. */
  keyId?: string
  /** What the request was about, once that is known. */
  paymentId?: string
  tokenizerId?: string
  failure?: unknown
}

export function setContext(response: Response, context: Context): void {
  response.locals.context = context
}

export const contextOf = (response: Response): Context => response.locals.context as Context

/** Ids of ours, as they stand in what was found or answered: the log and the trace name it by them. */
export function nameSubject(context: Context, source: unknown): void {
  if (typeof source !== 'object' || source === null) return
  for (const name of ['paymentId', 'tokenizerId'] as const) {
    const id: unknown = Reflect.get(source, name)
    if (typeof id === 'string') context[name] = id
  }
}
