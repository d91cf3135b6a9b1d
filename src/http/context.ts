import type { Response } from 'express'

/** What is known of a request beside its content, for its answer and its log line. */
export interface Context {
  requestId: string
  /** The route's template, never the address itself: addresses hold ids. */
  route: string
  merchantId?: string
  failure?: unknown
}

export function setContext(response: Response, context: Context): void {
  response.locals.context = context
}

export const contextOf = (response: Response): Context => response.locals.context as Context
