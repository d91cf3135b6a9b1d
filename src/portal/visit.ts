import type { Request, Response } from 'express'
import { addressOf, contextOf } from '../http/for-portal.ts'
import { keptLanguage, sessionOf } from './cookies.ts'
import type { Portal } from './portal.ts'
import { isSecure } from './portal.ts'
import type { OpenVisit, Visit } from './route.ts'
import { chooseLanguage, texts } from './texts/texts.ts'

export function openVisit(request: Request, response: Response): OpenVisit {
  const language = chooseLanguage(keptLanguage(request), request.get('accept-language'))
  return {
    request,
    response,
    language,
    t: texts[language],
    fields: {},
    query: Object.fromEntries(
      Object.entries(request.query).filter(([, value]) => typeof value === 'string'),
    ) as OpenVisit['query'],
    requestId: contextOf(response).requestId,
    ip: addressOf(request),
    openedAt: Date.now(),
  }
}

/** What a page asks for by itself is no click: an hour without one ends a session all the same. */
const cause = ({ request }: OpenVisit): 'a click' | 'by itself' =>
  request.method === 'GET' && request.get('x-follows') !== undefined ? 'by itself' : 'a click'

/** Undefined for whoever has no session that is good now. */
export async function signedVisit(
  portal: Portal,
  open: OpenVisit,
  because = cause(open),
): Promise<Visit | undefined> {
  const session = sessionOf(open.request, isSecure(portal))
  const { find, look } = portal.sessions
  const judge = because === 'a click' ? find : look
  const person = session === undefined ? undefined : await judge(session)
  if (session === undefined || !person) return undefined
  const { personId, merchantId, sessionId } = person
  return {
    ...open,
    person,
    actor: `person/${personId}/${merchantId}`,
    csrf: portal.csrfOf(sessionId),
    ask: portal.askAs({ session, ip: open.ip }),
  }
}
