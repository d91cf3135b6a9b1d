import type { AttemptLine, NotificationFilter } from '../../postgres/notification-log.ts'
import type { NotificationLine, PausedEndpoint } from '../../postgres/notification-log.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { present } from '../../domain/present.ts'
import { resendCommand, resumeCommand } from '../../desk/merchants/notifications.ts'
import { Chip, Choices } from '../../kit/chips.tsx'
import { Card, Field } from '../../kit/parts.tsx'
import { Rows } from '../../kit/pieces.tsx'
import type { PageAction } from './actions.tsx'
import { Day, IdLink, layout, List } from './layout.tsx'

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
    <>
      {paused.length > 0 && <Paused paused={paused} operator={operator} />}
      <Which {...query} />
      <Card title="What merchants were told">
        <List
          name="Notifications"
          none="None."
          head={headings}
          rows={lines.map((line) => rowOf(line, operator))}
        />
      </Card>
    </>,
  )

const Paused = (props: { paused: readonly PausedEndpoint[]; operator: Operator }) => (
  <Card title="Endpoints that said that they are gone">
    <p>They have answered 410, and are told nothing until somebody says that they are back.</p>
    <List
      name="Paused endpoints"
      none="None."
      head={['merchant', 'name', 'address', 'do']}
      rows={props.paused.map(({ merchantId, name, url }) => [
        ...[merchantId, name, url],
        mayAs(props.operator.role, 'operator') && (
          <a href={`/notifications/do/resume?merchant=${merchantId}`}>use it again</a>
        ),
      ])}
    />
  </Card>
)

const Which = ({ merchant, payment, state }: NotificationQuery) => (
  <>
    <Choices
      label="State"
      choices={[...states, 'all' as const].map((one) => ({
        text: one,
        href: `/notifications?${new URLSearchParams({ merchant, payment, state: one }).toString()}`,
        isOn: one === state,
      }))}
    >
      <Chip title="Of" value={[merchant, payment].filter(Boolean).join(', ') || undefined}>
        <form action="/notifications" class="stack">
          <input type="hidden" name="state" value={state} />
          <Field label="Merchant id" name="merchant" value={merchant} />
          <Field label="Payment id" name="payment" value={payment} />
          <button class="primary">Show</button>
        </form>
      </Chip>
    </Choices>
    <p class="none">All states of everybody are those of the last hour.</p>
  </>
)

const headings = [
  ...['made, UTC', 'payment', 'number', 'kind', 'merchant', 'state', 'attempts', 'next, UTC', 'do'],
]

const rowOf = (one: NotificationLine, { role }: Operator) => [
  <Day at={one.createdAt} />,
  <IdLink
    href={`${one.kind.startsWith('token') ? '/notifications' : '/payments'}/${one.ownerId}`}
    id={one.ownerId}
  />,
  ...[one.sequence, one.kind, one.merchantId, one.state],
  <a href={`/notifications/${one.eventId}`}>{String(one.attempts)}</a>,
  one.nextAttemptAt && <Day at={one.nextAttemptAt} />,
  mayAs(role, 'operator') && (
    <a href={`/notifications/do/resend?payment=${one.ownerId}`}>send again</a>
  ),
]

/** Each delivery of an event, or of all events of a payment, and what the merchant answered. */
export const attemptsPage = (
  id: string,
  lines: readonly AttemptLine[],
  operator: Operator,
): string =>
  layout(
    { title: 'Deliveries', place: '/notifications', operator },
    <Card title={id}>
      <Rows
        head={['at, UTC', 'attempt', 'answer', 'took', 'address', 'what the merchant said']}
        rows={lines.map((one) => [
          ...[
            <Day at={one.at} />,
            one.attempt,
            one.status ?? one.problem,
            `${String(one.latencyMs)} ms`,
          ],
          ...[one.url, one.answer],
        ])}
      />
    </Card>,
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
