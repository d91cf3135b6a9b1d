import { Refused } from '../../http/for-portal.ts'
import type { GuardedRoute, PortalRoute } from '../route.ts'
import { idIn } from '../route.ts'
import { ButtonForm, Card, Table, When } from '../views/parts.tsx'

const PATH = '/portal/sessions'

const showSessions: GuardedRoute = {
  ...{ method: 'get', path: PATH, needs: 'signedIn' },
  handle: async ({ sessions }, visit) => {
    const { t, language, person } = visit
    const open = await sessions.list(person.personId)
    const rows = open.map(({ sessionId, createdAt, seenAt, origin, browser }) => [
      <When {...{ language, at: createdAt }} />,
      <When {...{ language, at: seenAt }} />,
      origin,
      browser,
      sessionId === person.sessionId ? (
        t.sessions.this
      ) : (
        <ButtonForm {...{ visit, label: t.sessions.end, action: `${PATH}/${sessionId}/end` }} />
      ),
    ])
    const { since, seen, from, browser, title } = t.sessions
    const head = [since, seen, from, browser, '']
    return { title, body: <Card>{<Table {...{ t, caption: title, head, rows }} />}</Card> }
  },
}

const endSession: GuardedRoute = {
  ...{ method: 'post', path: `${PATH}/:sessionId/end`, needs: 'signedIn', audited: 'session-end' },
  handle: async ({ sessions }, visit) => {
    const isEnded = await sessions.end(visit.person.personId, idIn(visit, 'sessionId'))
    if (!isEnded) throw new Refused('not_found')
    return { goTo: PATH }
  },
}

export const sessionRoutes: readonly PortalRoute[] = [showSessions, endSession]
