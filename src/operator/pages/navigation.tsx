import type { Operator } from '../../postgres/operators.ts'

const places = [
  ['/', 'Overview'],
  ['/payments', 'Payments'],
  ['/approvals', 'Approvals'],
  ['/settlement', 'Settlement'],
  ['/notifications', 'Notifications'],
  ['/figures', 'Figures'],
] as const

export type Place = (typeof places)[number][0]

/** Where an operator can go, and who is signed in. */
export const Navigation = ({ place, operator }: { place: Place; operator: Operator }) => (
  <nav aria-label="Pages">
    <strong class="brand">Tollgate</strong>
    <ul>
      {places.map(([path, words]) => (
        <li key={path}>
          <a href={path} aria-current={path === place ? 'page' : undefined}>
            {words}
          </a>
        </li>
      ))}
    </ul>
    <form method="post" action="/sign-out">
      <span>{`${operator.name}, ${operator.role}`}</span>
      <button class="plain">Sign out</button>
    </form>
  </nav>
)
