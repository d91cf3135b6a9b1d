import type { ComponentChild, ComponentChildren } from 'preact'
import { renderPage } from '../kit/page.ts'
import { placesIn } from './api-document.ts'
import type { ApiDocument } from './api-document.ts'
import { guides } from './guides.ts'
import { prosePages } from './pages.ts'

export interface Shown {
  title: string
  /** Where it is, so that the menu can mark it. */
  path: string
  content: ComponentChild
}

/** A page of the documents: bar, content, menu. The menu follows the content, and stands beside it on wide screens. */
export const layout = (document: ApiDocument, { title, path, content }: Shown): string =>
  renderPage(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Tollgate`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/docs.js" type="module" />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="bar">
          <a class="brand" href="/docs">
            Tollgate
          </a>
          <a class="to-menu" href="#menu">
            Menu
          </a>
        </header>
        <div class="frame">
          <main id="content">{content}</main>
          <Menu document={document} here={path} />
        </div>
      </body>
    </html>,
  )

const tools = [
  ['/docs/operations/createPayment#try', 'Try it'],
  ['/v1/ecommerce/openapi.json', 'OpenAPI document'],
] as const

function Menu({ document, here }: { document: ApiDocument; here: string }) {
  const link = ({ path, title }: { path: string; title: string }) => (
    <Entry key={path} path={path} here={here}>
      {title}
    </Entry>
  )
  return (
    <nav id="menu" aria-label="Documents">
      <div id="search" />
      <Group title="Start">
        {link({ path: '/docs', title: 'Overview' })}
        {prosePages.slice(0, guides.length).map(link)}
      </Group>
      <h2>Reference</h2>
      {document.tags.map(({ name }) => (
        <Operations key={name} document={document} here={here} name={name} />
      ))}
      <Group title="Look up">{prosePages.slice(guides.length).map(link)}</Group>
      <Group title="Tools">
        {tools.map(([path, title]) => link({ path, title }))}
        <li>
          <a href="/docs/postman.json" download>
            Postman collection
          </a>
        </li>
      </Group>
    </nav>
  )
}

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </>
)

interface EntryProps {
  path: string
  here: string
  children: ComponentChildren
}

const Entry = ({ path, here, children }: EntryProps) => (
  <li>
    <a href={path} aria-current={path === here ? 'page' : undefined}>
      {children}
    </a>
  </li>
)

interface OperationsProps {
  document: ApiDocument
  here: string
  /** Of the group. */
  name: string
}

function Operations({ document, here, name }: OperationsProps) {
  const own = placesIn(document).filter(({ operation }) => operation.tags.includes(name))
  const isHere = own.some(({ operation }) => here.endsWith(`/${operation.operationId}`))
  return (
    <details open={isHere || name === 'Payments'}>
      <summary>{name}</summary>
      <ul>
        {own.map(({ method, operation }) => (
          <Entry
            key={operation.operationId}
            path={`/docs/operations/${operation.operationId}`}
            here={here}
          >
            <span class={`verb ${method}`}>{method.toUpperCase()}</span> {operation.summary}
          </Entry>
        ))}
      </ul>
    </details>
  )
}
