import { eventTypes } from '../../domain/event-type.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Alert, ButtonForm, Card, Field, Form, Status, Table, When } from '../../kit/parts.tsx'
import { pageOf, webhookDeliveryRoutes } from './webhook.tsx'
import { secretPage } from '../views/secret-page.tsx'

const PATH = '/portal/webhooks'

const showWebhooks: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'settings',
  handle: async (_portal, visit) => {
    const { t } = visit
    const { webhooks } = await visit.ask('listWebhooks')
    return {
      title: t.webhooks.title,
      body: (
        <>
          {visit.query['tested'] !== undefined && <Alert good>{t.webhooks.tested}</Alert>}
          <Card>
            <Table
              t={t}
              caption={t.webhooks.title}
              head={[t.webhooks.url, t.webhooks.status, t.webhooks.last, '']}
              rows={webhooks.map((one) => rowOf(visit, one))}
            />
          </Card>
          <Card title={t.webhooks.add}>
            <Form visit={visit} action={PATH}>
              <Field label={t.webhooks.url} name="url" required maxlength={2048} />
              <EventTypes t={t} />
              <Field label={t.webhooks.description} name="description" maxlength={200} />
              <button class="primary">{t.webhooks.add}</button>
            </Form>
          </Card>
        </>
      ),
    }
  },
}

const EventTypes = ({ t }: Pick<Visit, 't'>) => (
  <fieldset>
    <legend>{t.webhooks.types}</legend>
    <div class="columns">
      {eventTypes.map((type) => (
        <label key={type} class="check">
          <input type="checkbox" name={`type_${type}`} value="1" />
          <span>{type}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

function rowOf(visit: Visit, webhook: Answers['changeWebhook']) {
  const { t, language } = visit
  const { webhookId, url, types, status, description, lastAttempt, failingSince, nextAttemptAt } =
    webhook
  const at = (what: string) => `${PATH}/${webhookId}/${what}`
  const isActive = status === 'ACTIVE'
  return [
    <>
      <a href={pageOf(webhookId)}>
        <code>{url}</code>
      </a>
      <br />
      <span class="soft">{[description, types.join(', ')].filter(Boolean).join(' · ')}</span>
    </>,
    <>
      <Status t={t} status={status} />
      {failingSince !== undefined && (
        <p class="hint">
          {t.webhooks.failing} <When language={language} at={failingSince} />
        </p>
      )}
      {nextAttemptAt !== undefined && (
        <p class="hint">
          {t.deliveriesOf.next} <When language={language} at={nextAttemptAt} />
        </p>
      )}
    </>,
    lastAttempt === undefined ? (
      t.none
    ) : (
      <>
        <When language={language} at={lastAttempt.at} />
        {` ${String(lastAttempt.httpStatus ?? lastAttempt.problem ?? '')}`}
      </>
    ),
    <span class="row">
      <ButtonForm visit={visit} label={t.webhooks.test} action={at('test')} />
      {nextAttemptAt !== undefined && (
        <ButtonForm visit={visit} label={t.deliveriesOf.retry} action={at('retry')} />
      )}
      <AskLink label={t.webhooks.rotate} href={at('rotate')} />
      {isActive ? (
        <AskLink label={t.webhooks.disable} href={at('disable')} />
      ) : (
        <ButtonForm visit={visit} label={t.webhooks.enable} action={at('enable')} />
      )}
      <AskLink label={t.webhooks.remove} href={at('remove')} danger />
    </span>,
  ]
}

const create: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'settings',
  audited: 'webhook-create',
  handle: async (_portal, visit) => {
    const { url = '', description = '' } = visit.fields
    const named = eventTypes.filter((type) => visit.fields[`type_${type}`] !== undefined)
    const body = {
      url: url.trim(),
      ...(description.trim() && { description: description.trim() }),
      ...(named.length > 0 && { types: named }),
    }
    const { secret } = await visit.ask('createWebhook', { body })
    return secretOf(visit, secret)
  },
}

const secretOf = (visit: Visit, secret: string): Shown =>
  secretPage(visit, visit.t.webhooks, secret, PATH)

const paramsOf = (visit: Visit) => ({ webhookId: idIn(visit, 'webhookId') })

const changing = (
  what: string,
  handle: (visit: Visit, params: { webhookId: string }) => Promise<Shown>,
): GuardedRoute => ({
  method: 'post',
  path: `${PATH}/:webhookId/${what}`,
  needs: 'settings',
  audited: `webhook-${what}`,
  handle: (_portal, visit) => handle(visit, paramsOf(visit)),
})

const backAfter =
  (work: (visit: Visit, params: { webhookId: string }) => Promise<unknown>, mark = '') =>
  async (visit: Visit, params: { webhookId: string }): Promise<Shown> => {
    await work(visit, params)
    return { goTo: PATH + mark }
  }

const setStatus = (status: 'ACTIVE' | 'DISABLED') =>
  backAfter(({ ask }, params) => ask('changeWebhook', { params, body: { status } }))

/** Before what cannot be taken back without somebody noticing. */
const askAbout =
  (what: 'rotate' | 'disable' | 'remove') =>
  async (visit: Visit): Promise<Question> => {
    const { t } = visit
    const { webhookId } = paramsOf(visit)
    const { webhooks } = await visit.ask('listWebhooks')
    const found = webhooks.find((one) => one.webhookId === webhookId)
    if (!found) throw new Refused('not_found')
    return {
      title: t.webhooks[what],
      about: t.webhooks[`${what}About`],
      back: PATH,
      facts: [
        [t.webhooks.url, <code>{found.url}</code>],
        [t.webhooks.description, found.description],
      ],
    }
  }

export const webhookRoutes: readonly PortalRoute[] = [
  showWebhooks,
  create,
  ...webhookDeliveryRoutes,
  changing(
    'test',
    backAfter(({ ask }, params) => ask('testWebhook', { params }), '?tested=1'),
  ),
  ...confirming(
    changing('rotate', async (visit, params) =>
      secretOf(visit, (await visit.ask('rotateWebhookSecret', { params })).secret),
    ),
    askAbout('rotate'),
  ),
  changing('enable', setStatus('ACTIVE')),
  ...confirming(changing('disable', setStatus('DISABLED')), askAbout('disable')),
  ...confirming(
    changing(
      'remove',
      backAfter(({ ask }, params) => ask('deleteWebhook', { params })),
    ),
    askAbout('remove'),
  ),
]
