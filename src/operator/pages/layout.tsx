import type { ComponentChild } from 'preact'
import { renderFrame } from '../../kit/frame.tsx'
import { Status, Table } from '../../kit/parts.tsx'
import type { Cell } from '../../kit/parts.tsx'
import type { Operator } from '../../postgres/operators.ts'
import { day } from '../../review/times.ts'
import { assets } from '../assets.ts'
import { aroundOf } from './navigation.tsx'
import type { Place } from './navigation.tsx'
import { words } from '../../kit/payment-words.ts'

interface Heading {
  title: string
  place: Place
  operator: Operator
  /** What was looked for, when this page is the answer. */
  sought?: string | undefined
  /** Whether figures are drawn on it. */
  draws?: boolean
}

/** A page for operators: what it is about, where one can go, and who is signed in. Whole without scripts. */
export const layout = (
  { title, draws = false, ...where }: Heading,
  content: ComponentChild,
): string =>
  renderFrame({
    lang: 'en-GB',
    title,
    product: 'Tollgate',
    style: assets.style.path,
    ...aroundOf(where),
    scripts: [...(draws ? [assets.chart.path] : []), assets.script.path],
    children: content,
  })

interface ListProps {
  name: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** What is said of none. */
  none: string
  /** Columns of figures, from 0. */
  numbers?: readonly number[]
}

export const List = ({ name, none, ...table }: ListProps) => (
  <Table t={{ nothing: none }} caption={name} {...table} />
)

/** By the beginning of an id, which searches and commands take as well; the whole is in the title. */
export const IdLink = ({ href, id, isRow }: { href: string; id: string; isRow?: boolean }) => (
  <a class={isRow ? 'row-link nowrap' : 'nowrap'} href={href} title={id}>
    {id.slice(0, SHORT_ID)}
  </a>
)

const SHORT_ID = 12

/** In UTC, which the head of its column says. */
export const Day = ({ at }: { at: Date }) => (
  <time class="nowrap" dateTime={at.toISOString()}>
    {day(at)}
  </time>
)

export const Pill = ({ status }: { status: string }) => <Status t={words} status={status} />
