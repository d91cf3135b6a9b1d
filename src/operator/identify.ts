import type { Request, RequestHandler, Response } from 'express'
import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import type { Operator, OperatorRole } from '../postgres/operators.ts'
import { countRefusal, findOperator, mayAs } from '../postgres/operators.ts'
import { isOwnPage } from './own-page.ts'

/** With the prefix no other host, and nothing but https, can put a session into a browser. */
export const sessionCookie = (secure: boolean): string =>
  secure ? '__Host-tollgate_operator' : 'tollgate_operator'

/** Lets operators in: programs by a bearer token, browsers by the session of their sign-in. */
export function identify(
  db: Db,
  { uiOrigin, secure }: { uiOrigin: string | undefined; secure: boolean },
): RequestHandler {
  return async (request, response, next) => {
    const bearer = bearerOf(request)
    const session = bearer === undefined ? sessionOf(request, secure) : undefined
    const operator =
      bearer === undefined
        ? session && (await findOperator(db, 'session', session))
        : await findOperator(db, 'token', bearer)
    if (operator && session !== undefined && !isOwnPage(request, uiOrigin)) {
      await audit(db, request, operator.name, 'foreign_page')
      response.status(403).json({ error: 'foreign_page' })
    } else if (operator) {
      response.locals.operator = operator
      next()
    } else {
      await refuse(db, request, response, bearer !== undefined)
    }
  }
}

/** Reading is for every operator; whatever changes something needs the role that is named. */
export function requireRole(role: OperatorRole): RequestHandler {
  return (_, response, next) => {
    if (mayAs(operatorOf(response).role, role)) next()
    else response.status(403).json({ error: 'forbidden', needed: role })
  }
}

/** Who asks; only behind `identify`. */
export const operatorOf = (response: Response): Operator => response.locals.operator as Operator

/** Every change that was asked for is written down with what came of it. */
export function auditChanges(db: Db): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.path !== '/codec/decode')
      response.once('finish', () => {
        const outcome = String(response.statusCode)
        audit(db, request, operatorOf(response).name, outcome).catch(() => undefined)
      })
    next()
  }
}

/** Says no. Wrong tokens are counted by address; beyond the limit they cost no line each. */
async function refuse(
  db: Db,
  request: Request,
  response: Response,
  isWrong: boolean,
): Promise<void> {
  if (isWrong && (await countRefusal(db, addressOf(request)))) {
    response.setHeader('retry-after', '900')
    response.status(429).json({ error: 'too_many_attempts' })
    return
  }
  if (isWrong) await audit(db, request, 'unknown', 'refused')
  if (request.method === 'GET' && request.accepts(['json', 'html']) === 'html') {
    response.redirect(303, `/sign-in?next=${encodeURIComponent(request.originalUrl)}`)
    return
  }
  response.setHeader('www-authenticate', 'Bearer realm="operator"')
  response.status(401).json({ error: 'unauthorized' })
}

export const addressOf = (request: Request): string => request.ip ?? 'unknown'

const audit = (db: Db, request: Request, operator: string, outcome: string): Promise<void> =>
  auditOperator(db, {
    operator,
    action: `port.${request.method.toLowerCase()}`,
    subject: request.path.slice(0, 200),
    origin: addressOf(request),
    outcome,
  })

function bearerOf(request: Request): string | undefined {
  const [, token] = /^bearer (\S{1,512})$/i.exec(request.get('authorization') ?? '') ?? []
  // Whatever else stands there is a wrong token, never a way around to the cookie.
  return request.get('authorization') === undefined ? undefined : (token ?? '')
}

export const sessionOf = (request: Request, secure: boolean): string | undefined =>
  cookieOf(request, sessionCookie(secure))

export function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.get('cookie') ?? '').split(/; */)
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}
