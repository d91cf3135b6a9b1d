import { Router } from 'express'
import type { CookieOptions, Request, Response } from 'express'
import type { Log } from '../../process/log.ts'
import type { Db } from '../../postgres/db.ts'
import { auditOperator } from '../../postgres/operator-audit.ts'
import { countRefusal, saveVisitor } from '../../postgres/operators.ts'
import { addressOf, cookieOf } from '../identify.ts'
import { signInPage } from '../sign-in-page.tsx'
import { BACK } from './oidc-client.ts'
import type { Attempt, OidcClient } from './oidc-client.ts'

const ATTEMPT_COOKIE = 'tollgate_sign_in'
const ATTEMPT_MS = 10 * 60_000

interface Parts {
  client: OidcClient
  db: Db
  log: Log
  cookie: CookieOptions
  ownPath: (given: unknown) => string
  /** Opens the session of somebody who has proved who they are. */
  enter: (request: Request, response: Response, name: string) => Promise<void>
}

/** Operators who sign in at their own provider, and come back as who they are there. */
export function oidcRoutes({ client, db, log, cookie, ownPath, enter }: Parts): Router {
  const router = Router()
  const audit = (request: Request, operator: string, outcome: string, detail: object = {}) =>
    auditOperator(db, {
      operator,
      action: 'sign-in',
      subject: 'private port, by OIDC',
      outcome,
      detail,
      origin: addressOf(request),
    })

  router.get('/sign-in/oidc', async (request, response) => {
    const { url, attempt } = await client.leave(ownPath(request.query.next))
    const kept = Buffer.from(JSON.stringify(attempt)).toString('base64url')
    response.cookie(ATTEMPT_COOKIE, kept, { ...cookie, path: BACK, maxAge: ATTEMPT_MS })
    response.redirect(303, url)
  })

  router.get(BACK, async (request, response) => {
    const attempt = attemptOf(request)
    response.clearCookie(ATTEMPT_COOKIE, { ...cookie, path: BACK })
    try {
      if (!attempt) throw new Error('not an answer to a sign-in of this browser')
      const visitor = await client.comeBack(request.originalUrl, attempt)
      const operator = await saveVisitor(db, visitor)
      if (!operator) throw new Error(`${visitor.name} is disabled, or the name of somebody else`)
      await audit(request, operator.name, 'signed in', { role: operator.role })
      await enter(request, response, operator.name)
      response.redirect(303, ownPath(attempt.next))
    } catch (error) {
      const problem = (error as Error).message
      const isTooMany = await countRefusal(db, addressOf(request))
      log.warn({ problem }, 'OIDC sign-in refused')
      if (!isTooMany) await audit(request, 'unknown', 'refused', { problem })
      const page = signInPage({ next: '/', problem: 'You could not be signed in.', oidc: true })
      response.status(isTooMany ? 429 : 401)
      response.type('html').send(page)
    }
  })
  return router
}

/** What this browser left with; whatever cannot be read is nothing. */
function attemptOf(request: Request): Attempt | undefined {
  try {
    const text = Buffer.from(cookieOf(request, ATTEMPT_COOKIE) ?? '', 'base64url').toString()
    const attempt = JSON.parse(text) as Partial<Attempt>
    const { state, nonce, verifier, next } = attempt
    const all = [state, nonce, verifier, next]
    return all.every((one) => typeof one === 'string') ? (attempt as Attempt) : undefined
  } catch {
    return undefined
  }
}
