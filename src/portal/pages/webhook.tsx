import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { Alert, ButtonForm, Card, Facts, Form, Select, Status, When } from '../../kit/parts.tsx'

const PATH = '/portal/webhooks/:webhookId'
const HOUR_MS = 3_600_000
const spans = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 719 * HOUR_MS }
type Span = keyof typeof spans
const isSpan = (text: string): text is Span => Object.hasOwn(spans, text)

type Webhook = Answers['getWebhook']
const paramsOf = (visit: Visit) => ({ webhookId: idIn(visit, 'webhookId') })
export const pageOf = (webhookId: string): string => `/portal/webhooks/${webhookId}`

const showWebhook: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'settings',
  handle: async (_portal, visit) => {
    const { t, language, query } = visit
    const webhook = await visit.ask('getWebhook', { params: paramsOf(visit) })
    const { url, status, failingSince, nextAttemptAt, types, description } = webhook
    const moment = (at: string | undefined) => at && <When language={language} at={at} />
    return {
      title: t.webhooks.title,
      body: (
        <>
          {query['tested'] !== undefined && <Alert good>{t.webhooks.tested}</Alert>}
          {query['retried'] !== undefined && <Alert good>{t.deliveriesOf.retried}</Alert>}
          <Card>
            <Facts
              rows={[
                [t.webhooks.url, <code>{url}</code>],
                [t.webhooks.status, <Status t={t} status={status} />],
                [t.webhooks.description, description],
                [t.events.type, types.join(', ')],
                [t.webhooks.failing, moment(failingSince)],
                [t.deliveriesOf.next, moment(nextAttemptAt)],
              ]}
            />
            <Actions visit={visit} webhook={webhook} />
          </Card>
          <Card title={t.deliveriesOf.deliveries}>
            {webhook.attempts.length === 0 && <p class="soft">{t.nothing}</p>}
            {webhook.attempts.map((attempt) => (
              <Delivery key={attempt.at} visit={visit} attempt={attempt} />
            ))}
          </Card>
        </>
      ),
    }
  },
}

function Actions({ visit, webhook }: { visit: Visit; webhook: Webhook }) {
  const { t } = visit
  const at = (what: string) => `${pageOf(webhook.webhookId)}/${what}`
  const options = (Object.keys(spans) as Span[]).map((one) => [one, t.deliveriesOf[one]] as const)
  return (
    <>
      <p class="row">
        <ButtonForm visit={visit} label={t.webhooks.test} action={at('test')} />
        {webhook.nextAttemptAt !== undefined && (
          <ButtonForm visit={visit} label={t.deliveriesOf.retry} action={at('retry')} />
        )}
      </p>
      <Form visit={visit} action={at('resend')} class="filter">
        <Select label={t.deliveriesOf.since} name="since" options={options} />
        <button>{t.deliveriesOf.resend}</button>
      </Form>
      <p class="hint">{t.deliveriesOf.resendAbout}</p>
    </>
  )
}

function Delivery({ visit, attempt }: { visit: Visit; attempt: Webhook['attempts'][number] }) {
  const { t, language } = visit
  const { at, type, httpStatus, problem, durationMs, eventId, sent, answered } = attempt
  const outcome = String(httpStatus ?? problem ?? '')
  return (
    <details>
      <summary>
        <When language={language} at={at} /> {type ?? t.webhooks.test}: <strong>{outcome}</strong>{' '}
        <span class="soft">{`${String(durationMs)} ms`}</span>
      </summary>
      <p>
        {type === undefined ? eventId : <a href={`/portal/events/${eventId}`}>{eventId}</a>}
        <br />
        <code>{attempt.url}</code>
      </p>
      {sent !== undefined && <Said title={t.deliveriesOf.sent} text={indented(sent)} />}
      {answered && <Said title={t.deliveriesOf.answered} text={answered} />}
    </details>
  )
}

const Said = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <pre tabIndex={0}>{text}</pre>
  </>
)

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

const changing = (
  what: string,
  bodyOf: (visit: Visit) => Record<string, string>,
): GuardedRoute => ({
  method: 'post',
  path: `${PATH}/${what}`,
  needs: 'settings',
  audited: `webhook-${what}`,
  handle: async (_portal, visit) => {
    const params = paramsOf(visit)
    await visit.ask('changeWebhook', { params, body: bodyOf(visit) })
    return { goTo: `${pageOf(params.webhookId)}?retried=1` }
  },
})

function sinceOf({ fields }: Visit): string {
  const since = fields['since'] ?? ''
  return new Date(Date.now() - spans[isSpan(since) ? since : 'hour']).toISOString()
}

export const webhookDeliveryRoutes: readonly PortalRoute[] = [
  showWebhook,
  changing('retry', () => ({ status: 'ACTIVE' })),
  changing('resend', (visit) => ({ resendSince: sinceOf(visit) })),
]
