import express from 'express'
import type { ErrorRequestHandler, Express, Router } from 'express'
import helmet from 'helmet'
import { contextOf, nameSubject } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { createDoor } from './middleware/door.ts'
import { createRateLimit } from './middleware/rate-limit.ts'
import { requestId } from './middleware/request-id.ts'
import { requestLog } from './middleware/request-log.ts'
import { refusedBy } from './problem.ts'
import { Refused } from './refused.ts'
import { sendProblem } from './send.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { Services } from './services.ts'

/** The public side: every endpoint of the list, and pages (with headers of their own) before them. */
export function createApp(
  services: Services,
  endpoints: readonly Endpoint[],
  pages: readonly Router[] = [],
): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', services.config.server.trustedProxies)
  const perSecond = services.config.rateLimitPerSecond
  const limits = {
    caller: createRateLimit(perSecond),
    door: createDoor(perSecond, services.metrics),
  }
  app.use(requestId(services.ids.random), standAlone, limits.door.guard)
  app.use(requestLog(services.log, services.metrics))
  if (pages.length > 0) app.use(...pages)
  app.use(securityHeaders)
  for (const [path, methods] of byPath(endpoints)) {
    const route = app.route(path)
    for (const endpoint of methods) {
      route[endpoint.method](serveEndpoint(services, limits, endpoint))
    }
    const allow = methods.map(({ method }) => method.toUpperCase())
    if (allow.includes('GET')) allow.push('HEAD')
    route.all((_, response) => {
      contextOf(response).route = path
      throw new Refused('method_not_allowed', { headers: { allow: allow.join(', ') } })
    })
  }
  app.use((request) => {
    limits.door.count(request)
    throw new Refused('not_found')
  })
  app.use(answerFailure)
  return app
}

/**
 * Whatever a browser opens as a document does nothing there, and no other window holds it: a script on
 * one page of ours could else work through an answer that has no policy. Pages say what they need.
 */
const standAlone: express.RequestHandler = (_, response, next) => {
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  next()
}

const securityHeaders = [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  }),
  ((_, response, next) => {
    response.setHeader('cache-control', 'no-store')
    next()
  }) as express.RequestHandler,
]

/** Fixed names before parameters, so that `/payment/search` is not taken for a payment's id. */
function byPath(endpoints: readonly Endpoint[]): [string, Endpoint[]][] {
  const paths = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const path = endpoint.base + endpoint.path
    paths.set(path, [...(paths.get(path) ?? []), endpoint])
  }
  return [...paths].sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1))
}

/** `~` comes after every letter; an id with an ending comes before one without. */
const rank = (path: string): string => `${path.replace(/:\w+/g, '~')}~`

const answerFailure: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const context = contextOf(response)
  context.failure = error
  if (error instanceof Refused) nameSubject(context, error.options.lookAt)
  if (response.headersSent) next(error)
  else sendProblem(response, refusedBy(error))
}
