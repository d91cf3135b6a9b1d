import type { ComponentChildren } from 'preact'
import { font, fontFace } from '../../look/font.ts'
import { renderPage } from '../../kit/page.ts'
import { Table } from '../../kit/parts.tsx'
import type { Cell } from '../../kit/parts.tsx'
import type { Operator } from '../../postgres/operators.ts'
import { pageStyle } from '../../look/page-style.ts'
import { Navigation } from './navigation.tsx'
import type { Place } from './navigation.tsx'

/** Served by this port itself, for the page before the sign-in too. */
export const FONT = `/assets/${font.file}`

interface Heading {
  title: string
  place: Place
  operator: Operator
}

/** A page for operators: what it is about, where one can go, and who is signed in. No scripts. */
export const layout = ({ title, place, operator }: Heading, content: ComponentChildren): string =>
  renderPage(
    <Bare title={title}>
      <Navigation {...{ place, operator }} />
      <header>
        <h1>{title}</h1>
      </header>
      <main>{content}</main>
    </Bare>,
  )

/** The document itself, complete in one answer. */
export const Bare = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{`${title} · Tollgate`}</title>
      <style>{fontFace(FONT) + pageStyle}</style>
    </head>
    <body>{children}</body>
  </html>
)

interface ListProps {
  name: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** What is said of none. */
  none: string
}

export const List = ({ name, head, rows, none }: ListProps) => (
  <Table {...{ t: { nothing: none }, caption: name, head, rows }} />
)

/** By the beginning of an id, which searches and commands take as well; the whole is in the title. */
export const IdLink = ({ href, id }: { href: string; id: string }) => (
  <a href={href} title={id}>
    {id.slice(0, SHORT_ID)}
  </a>
)

const SHORT_ID = 12

export const Pill = ({ status }: { status: string }) => (
  <span class={`pill ${status}`}>{status}</span>
)
