import type { ComponentChild } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { LanguageLinks } from '../../checkout/views/language-links.tsx'
import type { Permission } from '../../domain/portal-role.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import type { Portal } from '../portal.ts'
import { isSandbox } from '../portal.ts'
import type { OpenVisit, Visit } from '../route.ts'
import { style } from '../style.ts'
import { locales } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'

interface Props {
  portal: Portal
  visit: OpenVisit | Visit
  title: string
  body: ComponentChild
}

/** The whole document around one page. */
export const renderDocument = (props: Props): string =>
  `<!doctype html>${renderToString(<Document {...props} />)}`

function Document({ portal, visit, title, body }: Props) {
  const { language, t } = visit
  const person = 'person' in visit ? visit.person : undefined
  return (
    <html lang={locales[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${t.portal}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={style.path} />
      </head>
      <body>
        <a class="skip" href="#main">
          {t.skip}
        </a>
        <header class="top">
          <div class="bar">
            <p class="brand">Tollgate</p>
            {isSandbox(portal) && <p class="test">{t.testMode}</p>}
            <Languages visit={visit} />
            {person && <Who visit={visit as Visit} />}
            {person && mayPerson(person.role, 'read') && <Search visit={visit as Visit} />}
          </div>
          {person && <Menu {...{ portal, visit: visit as Visit }} />}
        </header>
        <main id="main" class={person ? '' : 'narrow'}>
          <h1>{title}</h1>
          {body}
        </main>
      </body>
    </html>
  )
}

/** One box on every page: an order, a payment, a card's last digits, an address, an amount. */
const Search = ({ visit: { t, query, request } }: { visit: Visit }) => (
  <form method="get" action="/portal/search" class="search" role="search">
    <label for="search">{t.search.label}</label>
    <input
      {...{
        id: 'search',
        type: 'search',
        name: 'q',
        maxlength: 128,
        accesskey: 's',
        required: true,
      }}
      title={t.search.hint}
      value={request.path === '/portal/search' ? query['q'] : undefined}
    />
  </form>
)

function Languages({ visit: { request, language } }: { visit: OpenVisit }) {
  // Only the path: what a form has brought must not come back in an address.
  const path = request.method === 'GET' ? request.path : '/portal'
  return (
    <nav class="langs" aria-label="Język / Language">
      <LanguageLinks {...{ path, language }} />
    </nav>
  )
}

const Who = ({ visit: { t, person, csrf } }: { visit: Visit }) => (
  <>
    <p class="who">
      {person.merchantName} ({person.merchantId}) · {person.name}, {t.roles[person.role]}
    </p>
    <form method="post" action="/portal/sign-out">
      <input type="hidden" name="csrf" value={csrf} />
      <button class="small">{t.signOut}</button>
    </form>
  </>
)

const entries: readonly [keyof Texts['nav'], Permission | 'signedIn'][] = [
  ['overview', 'read'],
  ['payments', 'read'],
  ['links', 'read'],
  ['disputes', 'read'],
  ['events', 'read'],
  ['settlements', 'money'],
  ['webhooks', 'settings'],
  ['keys', 'keys'],
  ['settings', 'settings'],
  ['people', 'people'],
  ['sandbox', 'read'],
  ['sessions', 'signedIn'],
]

function Menu({ portal, visit }: { portal: Portal; visit: Visit }) {
  const { t, person, request } = visit
  const shown = entries
    .filter(([, needs]) => needs === 'signedIn' || mayPerson(person.role, needs))
    .filter(([name]) => name !== 'sandbox' || isSandbox(portal))
  const pathOf = (name: string) => (name === 'overview' ? '/portal' : `/portal/${name}`)
  const isHere = (path: string) =>
    path === '/portal' ? request.path === path : request.path.startsWith(path)
  return (
    <nav class="menu" aria-label={t.menu}>
      <ul>
        {shown.map(([name]) => (
          <li key={name}>
            <a href={pathOf(name)} aria-current={isHere(pathOf(name)) ? 'page' : undefined}>
              {t.nav[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
