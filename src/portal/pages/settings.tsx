import { Refused } from '../../http/for-portal.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { problemText } from '../views/notice.tsx'
import { Alert, Card, Facts, Field, Form, Select } from '../views/parts.tsx'

const PATH = '/portal/settings'
const addresses = ['url', 'redirectURL', 'logoURL', 'notificationURL'] as const
const onPage = ['pageColour', 'pageAttempts'] as const

const showSettings: GuardedRoute = {
  ...{ method: 'get', path: PATH, needs: 'settings' },
  handle: (_portal, visit) => pageOf(visit),
}

/** Only what was changed is sent: an address that is saved again takes notifications up again. */
const change: GuardedRoute = {
  ...{ method: 'post', path: PATH, needs: 'settings', audited: 'settings' },
  handle: async (_portal, visit) => {
    const names = [...addresses, ...onPage, 'pageLanguage'] as const
    const given = names.flatMap((name) => {
      const value = visit.fields[name]?.trim()
      return value ? [[name, name === 'pageAttempts' ? Number(value) : value] as const] : []
    })
    try {
      await visit.ask('changeAccount', { body: Object.fromEntries(given) })
      return { goTo: `${PATH}?saved=1` }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
      return pageOf(visit, problemText(error.code, error.options.errors))
    }
  },
}

async function pageOf(visit: Visit, problem?: string): Promise<Shown> {
  const { t, fields } = visit
  const account = await visit.ask('getAccount')
  const known = (name: (typeof addresses | typeof onPage)[number]) =>
    fields[name] ?? (account[name] === undefined ? undefined : String(account[name]))
  const field = (name: (typeof addresses | typeof onPage)[number]) => (
    <Field {...{ label: t.settings[name], name, value: known(name), maxlength: 2048 }} />
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
          <Form {...{ visit, action: PATH }}>
            {addresses.map(field)}
            <Select
              {...{ label: t.settings.pageLanguage, name: 'pageLanguage' }}
              value={fields['pageLanguage'] ?? account.pageLanguage}
              options={[
                ['', t.choose],
                ['pl', 'Polski'],
                ['en', 'English'],
              ]}
            />
            {onPage.map(field)}
            <button class="primary">{t.save}</button>
          </Form>
        </Card>
        <Card title={t.settings.fixed}>
          <Facts
            rows={[
              [t.signIn.merchant, account.merchantId],
              [t.signIn.name, account.name],
              [t.settings.methods, account.methods.join(', ')],
              [t.settings.currencies, account.currencies.join(', ')],
              [t.settings.channels, account.channels.join(', ')],
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
