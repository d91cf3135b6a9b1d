import type { Request } from 'express'

const documents: ReadonlySet<string> = new Set(['document', 'iframe', 'frame'])

/**
 * Whether a browser goes there itself. What a script asks for, even one on a page of ours, is told
 * apart by a header that no script can write; browsers from before 2023 do not send it.
 */
export function isByNavigation(request: Pick<Request, 'get'>): boolean {
  const destination = request.get('sec-fetch-dest')
  return destination === undefined || documents.has(destination)
}
