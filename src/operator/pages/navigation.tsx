import type { ComponentChild } from 'preact'
import { Around, SearchBox } from '../../kit/frame.tsx'
import type { Operator } from '../../postgres/operators.ts'
import { assets } from '../assets.ts'

const places = [
  ['/', 'Overview'],
  ['/payments', 'Payments'],
  ['/approvals', 'Approvals'],
  ['/settlement', 'Settlement'],
  ['/notifications', 'Notifications'],
  ['/figures', 'Figures'],
] as const

export type Place = (typeof places)[number][0]

interface Where {
  place: Place
  operator: Operator
  /** What was looked for, when this page is the answer. */
  sought?: string | undefined
}

/** What is around a page: one box for any payment, where an operator can go, and who is signed in. */
export const aroundOf = ({ place, operator, sought }: Where) => ({
  skip: 'Skip to content',
  home: '/',
  bar: (
    <>
      <SearchBox
        method="post"
        action="/search"
        label="Find a payment"
        value={sought}
        hint="Order, payment id, last four digits, e-mail or amount"
      />
      <p class="who">{`${operator.name}, ${operator.role}`}</p>
      <form method="post" action="/sign-out">
        <button class="small">Sign out</button>
      </form>
    </>
  ),
  menu: {
    label: 'Pages',
    entries: places.map(([href, text]) => ({ href, text, isHere: href === place })),
  },
})

/** For a page that is drawn elsewhere. */
export const surround =
  (where: Where) =>
  (content: ComponentChild): ComponentChild => <Around {...aroundOf(where)}>{content}</Around>

/** What such a page loads. */
export const headOfPages = (): ComponentChild => (
  <>
    <link rel="stylesheet" href={assets.style.path} />
    <script src={assets.script.path} defer />
  </>
)
