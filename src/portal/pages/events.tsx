import { mayPerson } from '../../domain/portal-role.ts'
import type { GuardedRoute, PortalRoute } from '../route.ts'
import { idIn } from '../route.ts'
import { Alert, ButtonForm, Card, Facts, Pager, Table, When } from '../../kit/parts.tsx'

const PATH = '/portal/events'
const PAGE = 50

const showEvents: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: async (portal, visit) => {
    const { t, language, query } = visit
    const before = /^\d{1,15}$/.test(query['before'] ?? '') ? Number(query['before']) : undefined
    const found = await portal.events.latest(visit.person.merchantId, before, PAGE + 1)
    const last = found.length > PAGE ? found[PAGE - 1] : undefined
    const href = last && `${PATH}?before=${String(last.position)}`
    const { title, at, type, about, event } = t.events
    return {
      title,
      body: (
        <>
          <Card>
            <Table
              t={t}
              caption={title}
              head={[at, type, about, event]}
              rows={found.slice(0, PAGE).map((one) => [
                <When language={language} at={one.createdAt} />,
                one.type,
                paymentLink(one.data['paymentId']),
                <a class="row-link nowrap" href={`${PATH}/${one.eventId}`}>
                  {`…${one.eventId.slice(-12)}`}
                </a>,
              ])}
            />
          </Card>
          <Pager label={t.events.older} href={href} />
        </>
      ),
    }
  },
}

const paymentLink = (paymentId: unknown) =>
  typeof paymentId === 'string' ? (
    <a class="nowrap" href={`/portal/payments/${paymentId}`}>{`${paymentId.slice(0, 10)}…`}</a>
  ) : (
    ''
  )

const showEvent: GuardedRoute = {
  method: 'get',
  path: `${PATH}/:eventId`,
  needs: 'read',
  handle: async (_portal, visit) => {
    const { t, language, person } = visit
    const params = { eventId: idIn(visit, 'eventId') }
    const event = await visit.ask('getEvent', { params })
    const { attempts } = await visit.ask('listEventAttempts', { params })
    const caption = t.events.attempts
    return {
      title: event.type,
      body: (
        <>
          {visit.query['resent'] !== undefined && <Alert good>{t.events.resent}</Alert>}
          <Card>
            <Facts
              rows={[
                [t.events.event, <code>{event.eventId}</code>],
                [t.events.at, <When language={language} at={event.createdAt} />],
                [t.events.about, paymentLink(event.data['paymentId'])],
              ]}
            />
          </Card>
          <Card title={t.events.content}>
            <pre>{JSON.stringify(event.data, null, 2)}</pre>
          </Card>
          <Card title={caption}>
            <Table
              t={t}
              caption={caption}
              numbers={[3]}
              head={[t.events.at, t.events.url, t.events.answer, t.events.duration]}
              rows={attempts.map((one) => [
                <When language={language} at={one.at} />,
                one.url,
                String(one.httpStatus ?? one.problem ?? ''),
                `${String(one.durationMs)} ms`,
              ])}
            />
            {mayPerson(person.role, 'settings') && (
              <>
                <p class="hint">{t.events.resendAbout}</p>
                <ButtonForm
                  visit={visit}
                  label={t.events.resend}
                  action={`${PATH}/${params.eventId}/resend`}
                />
              </>
            )}
          </Card>
        </>
      ),
    }
  },
}

const resend: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:eventId/resend`,
  needs: 'settings',
  audited: 'resend',
  handle: async (_portal, visit) => {
    const eventId = idIn(visit, 'eventId')
    await visit.ask('resendEvent', { params: { eventId } })
    return { goTo: `${PATH}/${eventId}?resent=1` }
  },
}

export const eventRoutes: readonly PortalRoute[] = [showEvents, showEvent, resend]
