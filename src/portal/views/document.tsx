import type { ComponentChild } from 'preact'
import { LanguageLinks } from '../../checkout/views/language-links.tsx'
import type { Permission } from '../../domain/portal-role.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { renderFrame, SearchBox } from '../../kit/frame.tsx'
import { assets } from '../assets.ts'
import type { Portal } from '../portal.ts'
import { isSandbox } from '../portal.ts'
import type { OpenVisit, Visit } from '../route.ts'
import { locales } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'

interface Props {
  portal: Portal
  visit: OpenVisit | Visit
  title: string
  body: ComponentChild
  /** What this page follows as it changes. */
  follows?: string | undefined
  draws?: boolean | undefined
}

/** The whole document around one page. */
export function renderDocument({ portal, visit, title, body, ...page }: Props): string {
  const { language, t } = visit
  const signed = 'person' in visit ? visit : undefined
  return renderFrame({
    lang: locales[language],
    title,
    product: t.portal,
    skip: t.skip,
    home: '/portal',
    style: assets.style.path,
    scripts: signed ? [...(page.draws ? [assets.chart.path] : []), assets.script.path] : [],
    data:
      page.follows === undefined
        ? {}
        : { 'data-follows': page.follows, 'data-shown': String(visit.openedAt) },
    bar: (
      <>
        {isSandbox(portal) && <p class="test">{t.testMode}</p>}
        {signed && mayPerson(signed.person.role, 'read') && <Search visit={signed} />}
        {signed && <Who visit={signed} />}
        <Languages visit={visit} />
      </>
    ),
    menu: signed && menuOf(portal, signed),
    children: body,
  })
}

/** One box on every page: an order, a payment, a card's last digits, an address, an amount. */
const Search = ({ visit: { t, query, request } }: { visit: Visit }) => (
  <SearchBox
    method="get"
    action="/portal/search"
    label={t.search.label}
    hint={t.search.hint}
    value={request.path === '/portal/search' ? query['q'] : undefined}
  />
)

function Languages({ visit: { request, language } }: { visit: OpenVisit }) {
  // Only the path: what a form has brought must not come back in an address.
  const path = request.method === 'GET' ? request.path : '/portal'
  return (
    <nav class="langs" aria-label="Język / Language">
      <LanguageLinks path={path} language={language} />
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
  ['looks', 'settings'],
  ['settings', 'settings'],
  ['people', 'people'],
  ['sandbox', 'read'],
  ['sessions', 'signedIn'],
]

function menuOf(portal: Portal, { t, person, request }: Visit) {
  const isHere = (path: string) =>
    path === '/portal' ? request.path === path : request.path.startsWith(path)
  return {
    label: t.menu,
    entries: entries
      .filter(([, needs]) => needs === 'signedIn' || mayPerson(person.role, needs))
      .filter(([name]) => name !== 'sandbox' || isSandbox(portal))
      .map(([name]) => {
        const href = name === 'overview' ? '/portal' : `/portal/${name}`
        return { href, text: t.nav[name], isHere: isHere(href) }
      }),
  }
}
