import type { Request } from 'express'

/**
 * Whether a request that a browser signed with its cookie comes from a page of ours. Reads may come
 * from anywhere, because no other page sees their answer; the codec answers the Temporal UI as well.
 */
export function isOwnPage(request: Request, uiOrigin: string | undefined): boolean {
  const origin = request.get('origin')
  const site = request.get('sec-fetch-site')
  if (request.method === 'GET' || request.method === 'HEAD') return true
  if (origin === undefined) return false
  if (request.path === '/codec/decode' && origin === uiOrigin) return true
  const isHere = URL.canParse(origin) && new URL(origin).host === request.get('host')
  return isHere && (site === undefined || site === 'same-origin')
}
