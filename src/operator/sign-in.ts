import express, { Router } from 'express'
import type { Request, Response } from 'express'
import type { Log } from '../process/log.ts'
import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import { countRefusal, endSession, findOperator, openSession } from '../postgres/operators.ts'
import { addressOf, sessionCookie, sessionOf } from './identify.ts'
import { isOwnPage } from './own-page.ts'
import { createOidcClient } from './oidc/oidc-client.ts'
import { oidcRoutes } from './oidc/oidc-routes.ts'
import type { OidcSettings } from './oidc/oidc-settings.ts'
import { signInPage } from './sign-in-page.tsx'

const LARGEST = '2kb'

export interface SignInParts {
  db: Db
  log: Log
  /** Over TLS only. */
  secure: boolean
  /** Their own provider, where there is one. */
  oidc?: OidcSettings | undefined
}

/** How people come in: a page that takes the personal token, and a session that ends the same day. */
export function signInRoutes({ db, secure, log, oidc }: SignInParts): Router {
  const router = Router()
  const cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  const audit = (request: Request, operator: string, outcome: string) =>
    auditOperator(db, {
      operator,
      action: 'sign-in',
      subject: 'private port',
      outcome,
      origin: addressOf(request),
    })

  /** What the browser brought along, from whomever, ends: who signs in has a session of their own. */
  const enter = async (request: Request, response: Response, name: string) => {
    const before = sessionOf(request, secure)
    if (before !== undefined) await endSession(db, before)
    response.cookie(sessionCookie(secure), await openSession(db, name), cookie)
  }

  if (oidc)
    router.use(oidcRoutes({ client: createOidcClient(oidc), db, log, cookie, ownPath, enter }))

  router.get('/sign-in', (request, response) => {
    response
      .type('html')
      .send(signInPage({ next: ownPath(request.query.next), oidc: oidc !== undefined }))
  })

  router.post(
    '/sign-in',
    express.urlencoded({ extended: false, limit: LARGEST }),
    async (request, response) => {
      const { token, next } = (request.body ?? {}) as Record<string, unknown>
      if (!isOwnPage(request, undefined)) {
        await audit(request, 'unknown', 'foreign_page')
        response.status(403).json({ error: 'foreign_page' })
        return
      }
      const operator =
        typeof token === 'string' ? await findOperator(db, 'token', token.trim()) : undefined
      if (!operator) {
        const isTooMany = await countRefusal(db, addressOf(request))
        if (!isTooMany) await audit(request, 'unknown', 'refused')
        const problem = isTooMany
          ? 'Too many attempts: wait 15 minutes.'
          : 'This token is not valid.'
        const page = signInPage({ next: ownPath(next), problem, oidc: oidc !== undefined })
        response
          .status(isTooMany ? 429 : 401)
          .type('html')
          .send(page)
        return
      }
      await audit(request, operator.name, 'signed in')
      await enter(request, response, operator.name)
      response.redirect(303, ownPath(next))
    },
  )

  router.post('/sign-out', async (request, response) => {
    const session = sessionOf(request, secure)
    if (session !== undefined && isOwnPage(request, undefined)) await endSession(db, session)
    response.clearCookie(sessionCookie(secure), cookie).redirect(303, '/sign-in')
  })
  return router
}

/** A path of this port and nothing that leads elsewhere. */
const ownPath = (given: unknown): string =>
  typeof given === 'string' && /^\/(?![/\\])[\w\-./?=&%+:]{0,500}$/.test(given) ? given : '/'
