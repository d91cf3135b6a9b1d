import express from 'express'
import type { ErrorRequestHandler, Express, RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { isStorableTarget } from '../domain/texts/storable-text.ts'
import { isServing, readiness } from '../process/health.ts'
import type { Health } from '../process/health.ts'
import { isSameSecret } from '../process/is-same-secret.ts'
import { sendAsset } from '../look/assets.ts'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Db } from '../postgres/db.ts'
import { assets } from './assets.ts'
import { auditChanges, identify } from './identify.ts'
import type { OidcSettings } from './oidc/oidc-settings.ts'
import { signInRoutes } from './sign-in.ts'

export interface OperatorAppParts {
  log: Log
  metrics: Metrics
  health: Health
  /** Of the machine that collects figures; it opens nothing but /metrics. */
  operatorToken: string
  /** Who operators are; without them there is nothing but health and figures. */
  operators?: {
    db: Db
    uiUrl: string | undefined
    secure: boolean
    oidc?: OidcSettings | undefined
  }
  /** Whose word is believed about where a caller is. */
  trustedProxies?: readonly string[]
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
  const { operators, trustedProxies = [] } = parts
  const app = express()
  app.set('trust proxy', trustedProxies)
  app.disable('x-powered-by')
  app.use(helmet(protection), noStore, storableOnly)
  for (const asset of Object.values(assets)) app.get(asset.path, sendAsset(asset))
  app.get('/health/live', (_, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/health/ready', async (_, response) => {
    const body = await readiness(health)
    response.status(isServing(body) ? 200 : 503).json(body)
  })
  if (open.length > 0) app.use(...open)
  const isCollector = collectorOf(operatorToken)
  const figures: RequestHandler = async (_, response) => {
    const [ours, theirs] = await Promise.all([metrics.registry.metrics(), moreMetrics?.() ?? ''])
    response.type(metrics.registry.contentType).send(`${ours}${theirs}`)
  }
  app.get('/metrics', (request, response, next) =>
    isCollector(request.get('authorization') ?? '') ? figures(request, response, next) : next(),
  )
  if (operators) {
    const { db, uiUrl, secure, oidc } = operators
    app.use(
      signInRoutes({ db, log, secure, oidc }),
      identify(db, { uiOrigin: uiUrl === undefined ? undefined : new URL(uiUrl).origin, secure }),
      auditChanges(db),
    )
    app.get('/metrics', figures)
    if (routers.length > 0) app.use(...routers)
  } else app.use(closed)
  app.use((_, response) => {
    response.status(404).json({ error: 'not_found' })
  })
  app.use(answerFailure(log))
  return app
}

const protection: Parameters<typeof helmet>[0] = {
  strictTransportSecurity: false,
  // A private port may be without TLS, and then has nowhere to be upgraded to.
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  // With none at all, browsers name no origin on our own forms either.
  referrerPolicy: { policy: 'same-origin' },
}

const noStore: RequestHandler = (_, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}

/** Everything else in an address can at least be looked for. */
const storableOnly: RequestHandler = ({ originalUrl }, response, next) => {
  if (isStorableTarget(originalUrl)) next()
  else response.status(400).json({ error: 'malformed_request' })
}

/** Whether this is the machine that collects figures. */
function collectorOf(operatorToken: string): (authorization: string) => boolean {
  const expected = `Bearer ${operatorToken}`
  return (authorization) => isSameSecret(expected, authorization)
}

const closed: RequestHandler = (_, response) => {
  response.setHeader('www-authenticate', 'Bearer realm="operator"')
  response.status(401).json({ error: 'unauthorized' })
}

function answerFailure(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    log.error({ err: error, path: request.path }, 'operator request failed')
    if (response.headersSent) next(error)
    else response.status(500).json({ error: 'internal_error' })
  }
}
