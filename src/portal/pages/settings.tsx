import { parseFraudRefunds } from '../../domain/dispute/fraud-refunds.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { problemText } from '../views/notice.tsx'
import { Alert, Card, Facts, Field, Form } from '../../kit/parts.tsx'

const PATH = '/portal/settings'
type Account = Answers['getAccount']
const own = ['url', 'redirectURL', 'notificationURL', 'appLinks', 'fraudRefunds'] as const
type Own = (typeof own)[number]

const showSettings: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'settings',
  handle: (_portal, visit) => pageOf(visit),
}

/**
 * What stands in the form is sent as it is: an address that is saved again takes notifications up again.
 * What was set and is empty now is as if it had never been set.
 */
const change: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'settings',
  audited: 'settings',
  handle: async (_portal, visit) => {
    try {
      const body = changeIn(visit, await visit.ask('getAccount'))
      await visit.ask('changeAccount', { body })
      return { goTo: `${PATH}?saved=1` }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
      return pageOf(visit, problemText(error.code, error.options.errors))
    }
  },
}

/** A form that has no such field says nothing of it. */
function changeIn({ fields }: Visit, account: Account): Record<string, unknown> {
  const given = own.flatMap((name) => {
    const value = fields[name]?.trim()
    if (value === undefined || (value === '' && account[name] === undefined)) return []
    return [[name, value === '' ? null : (kinds[name]?.(value) ?? value)] as const]
  })
  return Object.fromEntries(given)
}

/** What is no text in the account, of the text of a form. */
const kinds: Readonly<Record<string, ((text: string) => unknown) | undefined>> = {
  appLinks: (text) => text.split(/[\s,]+/).filter((one) => one !== ''),
  fraudRefunds: parseFraudRefunds,
}

/** And as text again. */
const textOf = (account: Account, name: Own): string | undefined => {
  const value = account[name]
  if (!Array.isArray(value)) return value
  return value
    .map((one) => (typeof one === 'string' ? one : `${one.currency}:${String(one.upTo)}`))
    .join(', ')
}

async function pageOf(visit: Visit, problem?: string): Promise<Shown> {
  const { t, fields } = visit
  const account = await visit.ask('getAccount')
  const known = (name: Own) => fields[name] ?? textOf(account, name)
  const field = (name: Own) => (
    <Field label={t.settings[name]} name={name} value={known(name)} maxlength={2048} />
  )
  return {
    title: t.settings.title,
    ...(problem !== undefined && { status: 422 }),
    body: (
      <>
        {problem !== undefined && <Alert>{problem}</Alert>}
        {visit.query['saved'] !== undefined && <Alert good>{t.settings.saved}</Alert>}
        {account.notificationsPaused && <Alert>{t.settings.paused}</Alert>}
        <Card title={t.settings.own}>
          <Form visit={visit} action={PATH}>
            <p class="hint">{t.settings.emptyHint}</p>
            {own.map(field)}
            <button class="primary">{t.save}</button>
          </Form>
        </Card>
        <Card title={t.settings.fixed}>
          <Facts
            rows={[
              [t.signIn.merchant, account.merchantId],
              [t.signIn.name, account.name],
              [t.settings.methods, account.methods.map((one) => t.methods[one] ?? one).join(', ')],
              [t.settings.currencies, account.currencies.join(', ')],
              [
                t.settings.channels,
                account.channels.map((one) => t.channelNames[one] ?? one).join(', '),
              ],
              [t.settings.holdDays, String(account.holdDays)],
              [t.settings.refundWindowDays, String(account.refundWindowDays)],
            ]}
          />
        </Card>
      </>
    ),
  }
}

export const settingsRoutes: readonly PortalRoute[] = [showSettings, change]
