import type { Request } from 'express'

/** Whether a form was sent by a page of ours: browsers say where it comes from. */
export function isFromHere(request: Request, url: string): boolean {
  const origin = request.get('origin')
  const site = request.get('sec-fetch-site') ?? 'same-origin'
  if (origin === undefined || !URL.canParse(origin) || site !== 'same-origin') return false
  return origin === new URL(url).origin || new URL(origin).host === request.get('host')
}
