import { createHash, timingSafeEqual } from 'node:crypto'
import express from 'express'
import type { ErrorRequestHandler, Express, RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { readiness } from '../health.ts'
import type { Health } from '../health.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

export interface OperatorAppParts {
  log: Log
  metrics: Metrics
  health: Health
  operatorToken: string
  /** Figures that somebody else counts, in the same format. */
  moreMetrics?: (() => Promise<string>) | undefined
  /** Routes that check who calls by themselves, as by a provider's signature. */
  open?: readonly Router[]
  /** Routes for operators. */
  routers?: readonly Router[]
}

/** The private port: health for everybody who reaches it, all else for operators. */
export function createOperatorApp(parts: OperatorAppParts): Express {
  const { log, metrics, health, operatorToken, moreMetrics, open = [], routers = [] } = parts
  const app = express()
  app.disable('x-powered-by')
  app.use(helmet({ strictTransportSecurity: false }), noStore)
  app.get('/health/live', (_, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/health/ready', async (_, response) => {
    const body = await readiness(health)
    response.status(body.status === 'ok' ? 200 : 503).json(body)
  })
  if (open.length > 0) app.use(...open)
  app.use(requireOperator(operatorToken))
  app.get('/metrics', async (_, response) => {
    const [ours, theirs] = await Promise.all([metrics.registry.metrics(), moreMetrics?.() ?? ''])
    response.type(metrics.registry.contentType).send(`${ours}${theirs}`)
  })
  if (routers.length > 0) app.use(...routers)
  app.use((_, response) => {
    response.status(404).json({ error: 'not_found' })
  })
  app.use(answerFailure(log))
  return app
}

const noStore: RequestHandler = (_, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}

/** Programs send the token as a bearer, browsers as the password they ask for. */
function requireOperator(operatorToken: string): RequestHandler {
  const expected = digest(operatorToken)
  return (request, response, next) => {
    const given = passwordOf(request.get('authorization') ?? '')
    if (timingSafeEqual(digest(given), expected)) {
      next()
      return
    }
    response.setHeader('www-authenticate', 'Bearer realm="operator", Basic realm="operator"')
    response.status(401).json({ error: 'unauthorized' })
  }
}

function passwordOf(authorization: string): string {
  const [scheme = '', credentials = ''] = authorization.split(' ')
  if (/^bearer$/i.test(scheme)) return credentials
  if (!/^basic$/i.test(scheme)) return ''
  const decoded = Buffer.from(credentials, 'base64').toString()
  return decoded.slice(decoded.indexOf(':') + 1)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function answerFailure(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    log.error({ err: error, path: request.path }, 'operator request failed')
    if (response.headersSent) next(error)
    else response.status(500).json({ error: 'internal_error' })
  }
}
