import { usualMethodOrder } from '../../domain/instrument.ts'
import { pageFonts } from '../../domain/merchant.ts'
import type { PageFont } from '../../domain/merchant.ts'
import { MOST_LOGO_BYTES } from '../../domain/looks/picture.ts'
import { Refused } from '../../http/for-portal.ts'
import { Alert, ButtonForm, Card, Facts, Field, Form, Select } from '../../kit/parts.tsx'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { problemText } from '../views/notice.tsx'
import { LogoCard } from '../views/logo-card.tsx'
import { PagePreview } from '../views/page-preview.tsx'

const PATH = '/portal/looks'
const LOGO = `${PATH}/logo`
type Account = Answers['getAccount']
type Method = Account['methods'][number]
const OURS = '#0c5f63'

const showLooks: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'settings',
  handle: (_portal, visit) => pageOf(visit),
}

/** Looks move no money: nobody else has to agree. */
const change: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'settings',
  audited: 'looks',
  handle: (_portal, visit) =>
    saved(visit, async () =>
      visit.ask('changeAccount', { body: changeIn(visit, await visit.ask('getAccount')) }),
    ),
}

const putLogo: GuardedRoute = {
  method: 'post',
  path: LOGO,
  needs: 'settings',
  audited: 'looks',
  uploads: true,
  handle: (_portal, visit) => {
    const { picture = '' } = visit.fields
    const isSmall = Buffer.byteLength(picture, 'base64') <= MOST_LOGO_BYTES
    if (picture === '' || !isSmall) return pageOf(visit, visit.t.looks.logoProblem)
    return saved(visit, () => visit.ask('putLogo', { body: { picture } }))
  },
}

const removeLogo: GuardedRoute = {
  method: 'post',
  path: `${LOGO}/remove`,
  needs: 'settings',
  audited: 'looks',
  handle: (_portal, visit) =>
    saved(visit, () => visit.ask('changeAccount', { body: { logoURL: null } })),
}

/** What is wrong is said on the page itself, beside what was typed. */
async function saved(visit: Visit, work: () => Promise<unknown>): Promise<Shown> {
  try {
    await work()
    return { goTo: `${PATH}?saved=1` }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
    return pageOf(visit, problemText(error.code, error.options.errors))
  }
}

/** A form that has no such field says nothing of it; what is as it would be anyway is not set. */
function changeIn({ fields }: Visit, account: Account): Record<string, unknown> {
  const given = Object.entries(readers).flatMap(([name, read]) => {
    const text = fields[name]?.trim()
    return text === undefined ? [] : [[name, text === '' ? null : read(text)] as const]
  })
  const shown = orderIn(fields, account)
  const isUsual = shown.join() === usualOf(account).join()
  return {
    ...Object.fromEntries(given),
    ...(fields['methods'] !== undefined && { pageMethods: isUsual ? null : shown }),
  }
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  logoURL: (text) => text,
  pageColour: (text) => (text.toLowerCase() === OURS ? null : text),
  pageText: (text) => text,
  pageFont: (text) => text,
  pageLanguage: (text) => text,
  pageAttempts: Number,
}

const LAST = 99

/** What payers can pay with, in the order that the page has without a wish. */
const usualOf = ({ methods }: Account): Method[] =>
  usualMethodOrder.filter((method) => methods.includes(method))

/** Those that are ticked, by the number beside them; of two that are alike the first stays first. */
const orderIn = (fields: Visit['fields'], account: Account): Method[] =>
  usualOf(account)
    .filter((method) => fields[`method_${method}`] !== undefined)
    .map((method) => ({ method, place: Number(fields[`place_${method}`]) || LAST }))
    .sort((a, b) => a.place - b.place)
    .map(({ method }) => method)

async function pageOf(visit: Visit, problem?: string): Promise<Shown> {
  const { t, person } = visit
  const account = await visit.ask('getAccount')
  const methods = usualOf(account)
  const shown = account.pageMethods ?? methods
  return {
    title: t.looks.title,
    images: account.logoURL,
    ...(problem !== undefined && { status: 422 }),
    body: (
      <>
        {problem !== undefined && <Alert>{problem}</Alert>}
        {visit.query['saved'] !== undefined && <Alert good>{t.settings.saved}</Alert>}
        <div class="sides">
          <div>
            <LogoCard visit={visit} action={LOGO} logo={account.logoURL} />
            <Card>
              <LooksForm visit={visit} account={account} />
            </Card>
            <OfTheOperator visit={visit} account={account} />
          </div>
          <PagePreview
            t={t}
            shop={person.merchantName}
            methods={methods}
            shown={shown}
            logo={account.logoURL}
            note={account.pageText}
            font={account.pageFont}
            colour={account.pageColour ?? OURS}
          />
        </div>
      </>
    ),
  }
}

/** What a merchant chooses by itself; what was entered and refused stands there again. */
function LooksForm({ visit, account }: { visit: Visit; account: Account }) {
  const { t, fields } = visit
  const known = (name: 'logoURL' | 'pageColour' | 'pageAttempts' | 'pageText' | 'pageFont') =>
    fields[name] ?? (account[name] === undefined ? undefined : String(account[name]))
  const methods = usualOf(account)
  return (
    <Form visit={visit} action={PATH}>
      <Field
        label={t.settings.logoURL}
        name="logoURL"
        value={known('logoURL')}
        maxlength={2048}
        hint={t.settings.emptyHint}
      />
      <div>
        <label for="field-pageColour">{t.looks.colour}</label>
        <input
          id="field-pageColour"
          name="pageColour"
          type="color"
          value={known('pageColour') ?? OURS}
        />
        <p class="hint">{t.looks.colourHint}</p>
      </div>
      <Select
        label={t.looks.font}
        name="pageFont"
        value={known('pageFont')}
        options={[['', t.looks.ownFont], ...pageFonts.map((one) => fontOf(visit, one))]}
      />
      <Field
        label={t.looks.text}
        name="pageText"
        value={known('pageText')}
        maxlength={200}
        hint={t.looks.textHint}
      />
      <Select
        label={t.settings.pageLanguage}
        name="pageLanguage"
        value={fields['pageLanguage'] ?? account.pageLanguage}
        options={[
          ['', t.choose],
          ['pl', 'Polski'],
          ['en', 'English'],
        ]}
      />
      <Field
        label={t.settings.pageAttempts}
        name="pageAttempts"
        value={known('pageAttempts')}
        inputmode="numeric"
      />
      <Methods visit={visit} methods={methods} shown={account.pageMethods ?? methods} />
      <button class="primary">{t.save}</button>
    </Form>
  )
}

/** What says who sees the cards, or how money is taken, is nobody's alone. */
function OfTheOperator({ visit, account }: { visit: Visit; account: Account }) {
  const { t } = visit
  const { pageHost, pageSavedCards, merchantId } = account
  return (
    <Card title={t.looks.operator}>
      <p class="soft">{t.looks.operatorAbout}</p>
      <Facts
        rows={[
          [t.looks.savedCards, pageSavedCards ? t.yes : t.no],
          [t.looks.host, pageHost ?? t.looks.noHost],
        ]}
      />
      {pageHost === undefined ? (
        <p class="hint">{t.looks.hostAbout(merchantId)}</p>
      ) : (
        <ButtonForm visit={visit} label={t.looks.giveUpHost} action={`${PATH}/host/remove`} />
      )}
    </Card>
  )
}

const giveUpHost: GuardedRoute = {
  method: 'post',
  path: `${PATH}/host/remove`,
  needs: 'settings',
  audited: 'looks',
  handle: (_portal, visit) =>
    saved(visit, () => visit.ask('changeAccount', { body: { pageHost: null } })),
}

const fontOf = ({ t }: Visit, font: PageFont) => [font, t.looks.fonts[font]] as const

interface MethodsProps {
  visit: Visit
  methods: readonly Method[]
  shown: readonly Method[]
}

function Methods({ visit: { t }, methods, shown }: MethodsProps) {
  const placeOf = (method: Method) => {
    const at = shown.indexOf(method)
    return String((at < 0 ? methods.length - 1 : at) + 1)
  }
  return (
    <fieldset>
      <legend>{t.looks.methods}</legend>
      <input type="hidden" name="methods" value="1" />
      {methods.map((method) => (
        <div key={method} class="row">
          <label class="check">
            <input
              type="checkbox"
              name={`method_${method}`}
              value="1"
              checked={shown.includes(method)}
            />
            <span>{t.methods[method] ?? method}</span>
          </label>
          <input
            type="number"
            name={`place_${method}`}
            min={1}
            max={methods.length}
            value={placeOf(method)}
            class="short"
            aria-label={`${t.looks.place}: ${t.methods[method] ?? method}`}
          />
        </div>
      ))}
    </fieldset>
  )
}

export const looksRoutes: readonly PortalRoute[] = [
  showLooks,
  change,
  putLogo,
  removeLogo,
  giveUpHost,
]
