import type { RequestHandler } from 'express'
import type { Uses } from '../http/for-checkout.ts'

const MAX_BYTES = 8 * 1024

/** Takes browsers' reports of what the page's policy has stopped: somebody may be at work there. */
export const receiveReport =
  ({ log }: Uses<'log'>): RequestHandler =>
  async (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) break
      chunks.push(chunk)
    }
    log.warn(summaryOf(Buffer.concat(chunks).toString()), 'the page policy stopped something')
    response.setHeader('cache-control', 'no-store')
    response.status(204).end()
  }

/** Only what was stopped, and from where; addresses of pages name payments. */
function summaryOf(text: string): Record<string, string> {
  try {
    const { 'csp-report': report } = JSON.parse(text) as Record<string, Record<string, unknown>>
    const blocked = String(report?.['blocked-uri'])
    const origin = URL.canParse(blocked)
      ? new URL(blocked).origin.slice(0, 100)
      : blocked.slice(0, 40)
    const directive = String(report?.['violated-directive']).slice(0, 60)
    return { blocked: origin, directive }
  } catch {
    return { blocked: 'unreadable report' }
  }
}
