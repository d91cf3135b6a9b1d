import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { keepNewest } from '../../process/keep-newest.ts'
import type { Metrics } from '../../process/metrics.ts'
import { API_BASE } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import { sendProblem } from '../send.ts'
import { createAddressLimit } from './address-limit.ts'

/** To look at a signature that is no good costs more than any other stranger does. */
const WRONG_BEARER_POINTS = 5
const KNOWN_CALLERS = 10_000
/** Where browsers tell what the policy of a page has kept from happening. */
export const REPORTS_PATH = '/pay/reports'

/** What a good bearer turns out to be. */
interface Judged {
  caller: { merchantId: string }
}

export type Door = ReturnType<typeof createDoor>

/**
 * One limit by address, before anything is read, verified or written down. Who came with a token that was
 * found good has limits of their own, and is not held up by what others do from the same address.
 */
export function createDoor(
  perSecond: number,
  metrics: Pick<Metrics, 'requestsTurnedAway' | 'wrongBearers'>,
  now?: () => number,
) {
  const limit = createAddressLimit(perSecond, now)
  const reports = createAddressLimit(perSecond, now)
  const known = new Map<string, string>()

  const isWelcome = (request: Request): boolean => {
    if (isProbe(request)) return true
    if (isReport(request)) return isWithin(() => reports.take(request))
    if (isJudgedLater(request))
      return !limit.isSpent(request) || known.has(fingerprintOf(bearerOf(request)))
    return isWithin(() => limit.take(request))
  }

  const guard: RequestHandler = (request, response, next) => {
    if (isWelcome(request)) return next()
    metrics.requestsTurnedAway.inc()
    turnAway(request, response)
  }

  return {
    guard,
    /** Whose the bearer was when it was last found good: for fairness, never for what it may do. */
    merchantOf: (request: Request): string | undefined =>
      known.get(fingerprintOf(bearerOf(request))),
    /** Somebody with a bearer where nobody asks for one: a stranger like any other. */
    count: (request: Request): void => {
      if (isJudgedLater(request)) limit.take(request)
    },
    /** Lets a bearer be judged; a wrong one is counted, a good one is known from now on. */
    async judge<T extends Judged>(request: Request, authenticate: () => Promise<T>): Promise<T> {
      const fingerprint = fingerprintOf(bearerOf(request))
      try {
        const found = await authenticate()
        const { merchantId } = found.caller
        if (!known.has(fingerprint)) keepNewest(known, KNOWN_CALLERS, [fingerprint, merchantId])
        return found
      } catch (error) {
        if (error instanceof Refused && error.code === 'unauthorized' && isJudgedLater(request)) {
          known.delete(fingerprint)
          metrics.wrongBearers.inc()
          isWithin(() => limit.take(request, WRONG_BEARER_POINTS))
        }
        throw error
      }
    },
  }
}

/** Whoever watches over us must not be told to go away. */
const isProbe = ({ path }: Request): boolean => path.startsWith('/health/')

/** A browser sends them by the dozen and unasked: they take no place of the page that they are about. */
const isReport = ({ path }: Request): boolean => path === REPORTS_PATH

const isJudgedLater = (request: Request): boolean =>
  bearerOf(request) !== '' && request.path.startsWith(`${API_BASE}/`)

const bearerOf = ({ headers }: IncomingMessage): string => headers.authorization ?? ''

const fingerprintOf = (bearer: string): string =>
  createHash('sha256').update(bearer).digest('base64')

function isWithin(take: () => void): boolean {
  try {
    take()
    return true
  } catch {
    return false
  }
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>429</title>' +
  '<p>Zbyt wiele zapytań naraz. Strona otworzy się za chwilę. / ' +
  'Too many requests at once. The page opens in a moment.</p>'

/** A browser comes again by itself. */
function turnAway(request: Request, response: Response): void {
  response.setHeader('cache-control', 'no-store')
  if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    response.status(429).set({ 'retry-after': '1', refresh: '2' }).type('html').send(PAGE)
  } else sendProblem(response, new Refused('rate_limited'))
}
