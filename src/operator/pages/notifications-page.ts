import type { AttemptLine, NotificationFilter } from '../../postgres/notification-log.ts'
import type { NotificationLine, PausedEndpoint } from '../../postgres/notification-log.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { present } from '../../domain/present.ts'
import { day, escape, tableOf } from '../../review/markup.ts'
import { resendCommand, resumeCommand } from '../../desk/merchants/notifications.ts'
import type { PageAction } from './actions.ts'
import { idLink, layout, link, section } from './layout.ts'

const states = ['pending', 'exhausted', 'refused', 'accepted'] as const
type State = (typeof states)[number]

export interface NotificationQuery {
  merchant: string
  payment: string
  state: State | 'all'
}

const HOUR_MS = 3_600_000

/** Those that wait, unless somebody asks for others. */
export function readNotificationQuery(query: Readonly<Record<string, unknown>>): NotificationQuery {
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const wanted = text('state')
  const state = states.find((one) => one === wanted)
  const usual = text('payment') === '' && wanted !== 'all' ? 'pending' : 'all'
  return { merchant: text('merchant'), payment: text('payment'), state: state ?? usual }
}

/** Of everybody and in every state only the last hour: they are listed oldest first. */
export const notificationFilter = (
  { merchant, payment, state }: NotificationQuery,
  now: number,
): NotificationFilter =>
  present({
    merchantId: merchant || undefined,
    ownerId: payment || undefined,
    state: state === 'all' ? undefined : state,
    from: state === 'all' && payment === '' ? new Date(now - HOUR_MS) : undefined,
  })

export const notificationsPage = (
  { lines, paused }: { lines: readonly NotificationLine[]; paused: readonly PausedEndpoint[] },
  query: NotificationQuery,
  operator: Operator,
): string =>
  layout(
    { title: 'Notifications', place: '/notifications', operator },
    (paused.length === 0
      ? ''
      : section('Endpoints that said that they are gone', pausedTable(paused, operator))) +
      section('Which', formOf(query)) +
      section('What merchants were told', linesTable(lines, operator)),
  )

const pausedTable = (paused: readonly PausedEndpoint[], { role }: Operator): string =>
  `<p>They have answered 410, and are told nothing until somebody says that they are back.</p>
<div class="wide" role="region" aria-label="Paused endpoints" tabindex="0"><table><thead><tr><th>merchant</th><th>name</th><th>address</th><th>do</th></tr></thead><tbody>${paused
    .map(
      ({ merchantId, name, url }) =>
        `<tr>${[merchantId, name, url].map((cell) => `<td>${escape(cell)}</td>`).join('')}<td>${
          mayAs(role, 'operator')
            ? link(`/notifications/do/resume?merchant=${merchantId}`, 'use it again')
            : ''
        }</td></tr>`,
    )
    .join('')}</tbody></table></div>`

const formOf = ({ merchant, payment, state }: NotificationQuery): string =>
  `<form action="/notifications" class="fields">
<p><label for="merchant">Merchant id</label><input id="merchant" name="merchant" value="${escape(merchant)}"></p>
<p><label for="payment">Payment id</label><input id="payment" name="payment" value="${escape(payment)}"></p>
<p><label for="state">State</label><select id="state" name="state">${[...states, 'all']
    .map((one) => `<option${one === state ? ' selected' : ''}>${one}</option>`)
    .join('')}</select></p><p class="end"><button>Show</button></p></form>
<p class="none">All states of everybody are those of the last hour.</p>`

const linesTable = (lines: readonly NotificationLine[], operator: Operator): string =>
  lines.length === 0
    ? '<p class="none">None.</p>'
    : `<div class="wide" role="region" aria-label="Notifications" tabindex="0"><table><thead><tr><th>made, UTC</th><th>payment</th><th>number</th><th>kind</th><th>merchant</th><th>state</th><th>attempts</th><th>next, UTC</th><th>do</th></tr></thead><tbody>${lines
        .map((line) => rowOf(line, operator))
        .join('')}</tbody></table></div>`

const rowOf = (one: NotificationLine, { role }: Operator): string =>
  `<tr><td>${day(one.createdAt)}</td><td>${idLink(one.kind.startsWith('token') ? `/notifications/${one.ownerId}` : `/payments/${one.ownerId}`, one.ownerId)}</td>` +
  [one.sequence, one.kind, one.merchantId, one.state]
    .map((cell) => `<td>${escape(cell)}</td>`)
    .join('') +
  `<td>${link(`/notifications/${one.eventId}`, String(one.attempts))}</td><td>${
    one.nextAttemptAt ? day(one.nextAttemptAt) : ''
  }</td><td>${
    mayAs(role, 'operator')
      ? link(`/notifications/do/resend?payment=${one.ownerId}`, 'send again')
      : ''
  }</td></tr>`

/** Each delivery of an event, or of all events of a payment, and what the merchant answered. */
export const attemptsPage = (
  id: string,
  lines: readonly AttemptLine[],
  operator: Operator,
): string =>
  layout(
    { title: 'Deliveries', place: '/notifications', operator },
    section(
      id,
      tableOf(
        ['at, UTC', 'attempt', 'answer', 'took', 'address', 'what the merchant said'],
        lines.map((one) => [
          ...[day(one.at), one.attempt, one.status ?? one.problem, `${String(one.latencyMs)} ms`],
          ...[one.url, one.answer],
        ]),
      ),
    ),
  )

export const resendAction = (payment: string): PageAction => ({
  command: resendCommand,
  input: { payment },
  title: 'Send notifications again',
  verb: 'Send again',
  says: `All notifications of ${payment} that have found their end are sent once more, signed anew, in their order. A merchant who keeps to the contract does nothing twice.`,
  fields: [],
  place: '/notifications',
  back: `/notifications?payment=${payment}&state=all`,
})

/** For a merchant whose endpoint has answered 410. */
export const resumeAction = (merchantId: string): PageAction => ({
  command: resumeCommand,
  input: { merchantId },
  title: 'Use the endpoint again',
  verb: 'Use it again',
  says: `Notifications of ${merchantId} go on; what waits is tried within the hour.`,
  fields: [],
  place: '/notifications',
  back: `/notifications?merchant=${merchantId}`,
})
