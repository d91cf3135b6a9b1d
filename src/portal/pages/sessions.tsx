import { Refused } from '../../http/for-portal.ts'
import type { Portal } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Card, Table, When } from '../../kit/parts.tsx'

const PATH = '/portal/sessions'

const showSessions: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'signedIn',
  handle: async ({ sessions }, visit) => {
    const { t, language, person } = visit
    const open = await sessions.list(person.personId)
    const rows = open.map(({ sessionId, createdAt, seenAt, origin, browser }) => [
      <When language={language} at={createdAt} />,
      <When language={language} at={seenAt} />,
      origin,
      browser,
      sessionId === person.sessionId ? (
        t.sessions.this
      ) : (
        <AskLink label={t.sessions.end} href={`${PATH}/${sessionId}/end`} />
      ),
    ])
    const { since, seen, from, browser, title } = t.sessions
    const head = [since, seen, from, browser, '']
    return { title, body: <Card>{<Table t={t} caption={title} head={head} rows={rows} />}</Card> }
  },
}

const endSession: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:sessionId/end`,
  needs: 'signedIn',
  audited: 'session-end',
  handle: async ({ sessions }, visit) => {
    const isEnded = await sessions.end(visit.person.personId, idIn(visit, 'sessionId'))
    if (!isEnded) throw new Refused('not_found')
    return { goTo: PATH }
  },
}

async function askToEnd(visit: Visit, { sessions }: Portal): Promise<Question> {
  const { t, language } = visit
  const open = await sessions.list(visit.person.personId)
  const found = open.find(({ sessionId }) => sessionId === idIn(visit, 'sessionId'))
  if (!found) throw new Refused('not_found')
  return {
    title: t.sessions.end,
    about: t.sessions.endAbout,
    back: PATH,
    facts: [
      [t.sessions.since, <When language={language} at={found.createdAt} />],
      [t.sessions.from, found.origin],
      [t.sessions.browser, found.browser],
    ],
  }
}

export const sessionRoutes: readonly PortalRoute[] = [
  showSessions,
  ...confirming(endSession, askToEnd),
]
