import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { formatMajor } from '../../kit/formats.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import {
  Alert,
  Card,
  Facts,
  Field,
  Form,
  Pager,
  Secret,
  Select,
  Status,
  Table,
  When,
} from '../../kit/parts.tsx'
import { problemText } from '../views/notice.tsx'
import { startOfDay } from './payments.tsx'

const PATH = '/portal/links'
type Link = Answers['getLink']

const pathOf = (linkId: string): string => `${PATH}/${linkId}`

const showLinks: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: (_portal, visit) => listPage(visit),
}

async function listPage(visit: Visit, problem?: string) {
  const { t, language } = visit
  const { title, what, amount, status, used, expires, made } = t.links
  const page = await visit.ask('listLinks', { query: { cursor: visit.query['cursor'] } })
  const next = page.nextCursor
  return {
    title,
    ...(problem !== undefined && { status: 400 }),
    body: (
      <>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <Card>
          <Table
            t={t}
            caption={title}
            numbers={[1, 3]}
            empty={t.links.none}
            head={[what, amount, status, used, expires, made]}
            rows={page.links.map((one) => [
              <a href={pathOf(one.linkId)}>{one.description}</a>,
              priceOf(visit, one),
              <Status t={t} status={one.status} />,
              usedOf(visit, one),
              one.expiresAt === undefined ? '' : <When language={language} at={one.expiresAt} />,
              <When language={language} at={one.createdAt} />,
            ])}
          />
        </Card>
        <Pager label={t.more} href={next && `${PATH}?cursor=${encodeURIComponent(next)}`} />
        <NewLink visit={visit} />
      </>
    ),
  }
}

const priceOf = ({ language }: Visit, { amount, minAmount = 0, maxAmount = 0, currency }: Link) =>
  amount === undefined
    ? `${formatMajor(language, minAmount, currency)} – ${formatMajor(language, maxAmount, currency)}`
    : formatMajor(language, amount, currency)

const usedOf = ({ t }: Visit, { paid, uses }: Link): string =>
  `${String(paid)} / ${uses === 'unlimited' ? t.links.unlimited : String(uses)}`

function NewLink({ visit }: { visit: Visit }) {
  const { t, fields } = visit
  const text = t.links
  const { currencies } = visit.person
  return (
    <Card title={text.add}>
      <Form visit={visit} action={PATH}>
        <Field
          label={text.what}
          name="description"
          required
          maxlength={255}
          hint={text.whatHint}
          value={fields['description']}
        />
        <Field
          label={text.amount}
          name="amount"
          inputmode="decimal"
          maxlength={14}
          hint={text.amountHint}
          value={fields['amount']}
        />
        <Field
          label={text.minAmount}
          name="minAmount"
          inputmode="decimal"
          maxlength={14}
          value={fields['minAmount']}
        />
        <Field
          label={text.maxAmount}
          name="maxAmount"
          inputmode="decimal"
          maxlength={14}
          value={fields['maxAmount']}
        />
        <Select
          label={text.currency}
          name="currency"
          value={fields['currency']}
          options={currencies.map((one) => [one, one] as const)}
        />
        <Field
          label={text.uses}
          name="uses"
          inputmode="numeric"
          maxlength={6}
          hint={text.usesHint}
          value={fields['uses'] ?? '1'}
        />
        <Field label={text.until} name="until" type="date" value={fields['until']} />
        <button class="primary">{text.add}</button>
      </Form>
    </Card>
  )
}

const createLink: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'payments',
  audited: 'link-create',
  handle: async (_portal, visit) => {
    try {
      const { linkId } = await visit.ask('createLink', { body: requestOf(visit.fields) })
      return { goTo: pathOf(linkId) }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
      return listPage(visit, problemText(error.code, error.options.errors))
    }
  },
}

/** As the API takes it: what was left empty is left out. */
function requestOf(fields: Visit['fields']): Record<string, unknown> {
  const typed = (name: string) => fields[name]?.trim() ?? ''
  const amounts = ['amount', 'minAmount', 'maxAmount'].map(
    (name) => [name, typed(name).replace(/\s/g, '').replace(',', '.')] as const,
  )
  const uses = typed('uses')
  const until = typed('until')
  return {
    ...Object.fromEntries(amounts.filter(([, amount]) => amount !== '')),
    currency: typed('currency'),
    description: typed('description'),
    uses: uses === '' ? 'unlimited' : Number(uses),
    ...(until !== '' && { expiresAt: startOfDay(until, 1) }),
  }
}

const showLink: GuardedRoute = {
  method: 'get',
  path: `${PATH}/:linkId`,
  needs: 'read',
  handle: async (_portal, visit) => {
    const { t, language } = visit
    const link = await visit.ask('getLink', { params: paramsOf(visit) })
    const { linkId, url, status, expiresAt, createdAt, extOrderId } = link
    return {
      title: link.description,
      body: (
        <>
          {status === 'ACTIVE' && (
            <Card title={t.links.share}>
              <p>{t.links.shareAbout}</p>
              <Secret t={t}>{url}</Secret>
              <p>
                <img
                  class="code"
                  src={`${pathOf(linkId)}/qr.svg`}
                  alt={t.links.code}
                  width={192}
                  height={192}
                />
              </p>
              <p class="row">
                <a class="button small" href={url}>
                  {t.links.open}
                </a>
                <a class="button small" href={`${pathOf(linkId)}/qr.svg`} download>
                  {t.links.download}
                </a>
                <AskLink label={t.links.end} href={`${pathOf(linkId)}/end`} danger />
              </p>
            </Card>
          )}
          <Card>
            <Facts
              rows={[
                [t.links.status, <Status t={t} status={status} />],
                [t.links.amount, priceOf(visit, link)],
                [t.links.used, usedOf(visit, link)],
                [t.links.underWay, String(link.open)],
                [t.payments.order, extOrderId],
                [t.links.expires, expiresAt && <When language={language} at={expiresAt} />],
                [t.links.made, <When language={language} at={createdAt} />],
              ]}
            />
            <p>
              <a href={`/portal/payments?linkId=${linkId}`}>{t.links.payments}</a>
            </p>
          </Card>
        </>
      ),
    }
  },
}

const paramsOf = (visit: Visit) => ({ linkId: idIn(visit, 'linkId') })

const showCode: GuardedRoute = {
  method: 'get',
  path: `${PATH}/:linkId/qr.svg`,
  needs: 'read',
  handle: async (_portal, visit) => ({
    file: await visit.ask('getLinkCode', { params: paramsOf(visit) }),
  }),
}

const endLink = confirming(
  {
    method: 'post',
    path: `${PATH}/:linkId/end`,
    needs: 'payments',
    audited: 'link-end',
    handle: async (_portal, visit) => {
      const params = paramsOf(visit)
      await visit.ask('changeLink', { params, body: { status: 'ENDED' } })
      return { goTo: pathOf(params.linkId) }
    },
  },
  async (visit) => {
    const { t } = visit
    const link = await visit.ask('getLink', { params: paramsOf(visit) })
    return {
      title: t.links.end,
      about: t.links.endAbout,
      back: pathOf(link.linkId),
      facts: [
        [t.links.what, link.description],
        [t.links.amount, priceOf(visit, link)],
        [t.links.used, usedOf(visit, link)],
      ],
    }
  },
)

export const linkRoutes: readonly PortalRoute[] = [
  showLinks,
  createLink,
  showCode,
  showLink,
  ...endLink,
]
