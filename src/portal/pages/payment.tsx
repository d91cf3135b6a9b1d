import { mayPerson } from '../../domain/portal-role.ts'
import type { PaymentEventRow } from '../../postgres/portal/events.ts'
import type { Answers } from '../ask.ts'
import type { Portal } from '../portal.ts'
import { isSandbox } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { formatMajor } from '../../kit/formats.ts'
import { Alert, Card, Facts, Field, Form, Status, Table, When } from '../../kit/parts.tsx'
import type { Cell } from '../../kit/parts.tsx'
import { TimelinePicture } from '../../kit/timeline-picture.tsx'
import type { Moment } from '../../kit/timeline-picture.tsx'
import { possibleActions } from './action.tsx'
import { FraudWarning } from './fraud-warning.tsx'

export const PAYMENT = '/portal/payments/:paymentId'

type Info = Answers['getPayment']
const askPayment = ({ ask }: Visit, paymentId: string) =>
  ask('getPayment', { params: { paymentId } })

const showPayment: GuardedRoute = {
  method: 'get',
  path: PAYMENT,
  needs: 'read',
  handle: async (portal, visit) => {
    const paymentId = idIn(visit, 'paymentId')
    const payment = await askPayment(visit, paymentId)
    const [transactions, events] = await Promise.all([
      visit.ask('listTransactions', { params: { paymentId } }),
      portal.events.ofPayment(visit.person.merchantId, paymentId),
    ])
    const sent = await Promise.all(
      events.slice(-MOST_SHOWN).map((event) => askAttempts(visit, event)),
    )
    const { t } = visit
    return {
      title: `${t.payment.title} ${payment.order.extOrderId ?? ''}`.trim(),
      follows: `payment/${paymentId}`,
      body: (
        <>
          {visit.query['done'] !== undefined && <Alert good>{t.payment.done}</Alert>}
          <div class="sides">
            <div>
              <Summary visit={visit} payment={payment} />
              <Transactions visit={visit} transactions={transactions} />
            </div>
            <div>
              <FraudWarning visit={visit} payment={payment} />
              <Actions portal={portal} visit={visit} payment={payment} />
              <Next visit={visit} payment={payment} />
              <Timeline visit={visit} payment={payment} events={events} sent={new Map(sent)} />
            </div>
          </div>
        </>
      ),
    }
  },
}

function Summary({ visit, payment }: { visit: Visit; payment: Info }) {
  const { t, language } = visit
  const { order, amounts, instrument } = payment
  const money = (amount: number) => formatMajor(language, amount, order.currency)
  return (
    <Card>
      <p class="figure">{money(order.amount)}</p>
      <p data-status>
        <Status t={t} status={payment.status} />
      </p>
      {payment.rejectCode !== undefined && (
        <Alert>{`${t.payment.why}: ${payment.rejectInfo ?? ''} (${payment.rejectCode})`}</Alert>
      )}
      <Facts
        rows={[
          [t.payment.number, <code>{payment.paymentId}</code>],
          [t.payments.order, order.extOrderId],
          [t.payments.created, <When language={language} at={payment.createdAt} />],
          [t.payments.method, t.methods[payment.method] ?? payment.method],
          [t.payment.card, cardOf(instrument)],
          [t.payment.customer, payment.customer.email],
          [t.payment.description, order.description],
          [t.payment.channel, t.channelNames[payment.channel] ?? payment.channel],
          [t.payment.authorized, money(amounts.authorized)],
          [t.payment.captured, money(amounts.captured)],
          [t.payment.refunded, money(amounts.refunded)],
          [t.payment.refundable, money(amounts.refundable)],
          ...(payment.disputes ?? []).map(({ disputeId, status, amount }): [string, Cell] => [
            t.disputes.title,
            <>
              <a href={`/portal/disputes/${disputeId}`}>{money(amount)}</a>{' '}
              <Status t={t} status={status} />
            </>,
          ]),
          [
            t.payment.again,
            payment.parentPaymentId && (
              <a href={`/portal/payments/${payment.parentPaymentId}`}>{payment.parentPaymentId}</a>
            ),
          ],
        ]}
      />
    </Card>
  )
}

const cardOf = (instrument: Info['instrument']): string | undefined =>
  instrument?.cardMask && [instrument.cardMask, instrument.organization].filter(Boolean).join(', ')

function Actions({ portal, visit, payment }: { portal: Portal; visit: Visit; payment: Info }) {
  const { t, person } = visit
  const path = `/portal/payments/${payment.paymentId}`
  const links = possibleActions(payment)
    .filter(({ needs }) => mayPerson(person.role, needs))
    .map(({ name }) => (
      <a
        key={name}
        class={name === 'capture' ? 'button primary' : 'button'}
        href={`${path}/${name}`}
      >
        {t.payment[name]}
      </a>
    ))
  const mayMove = isSandbox(portal) && mayPerson(person.role, 'payments')
  if (links.length === 0 && !mayMove) return null
  return (
    <Card title={t.payment.actions}>
      {links.length > 0 && <p class="row">{links}</p>}
      {mayMove && (
        <Form visit={visit} action={`${path}/advance`} class="filter">
          <Field label={t.payment.seconds} name="seconds" inputmode="numeric" required />
          <button>{t.payment.advance}</button>
        </Form>
      )}
    </Card>
  )
}

function Next({ visit, payment }: { visit: Visit; payment: Info }) {
  const { t, language } = visit
  return (
    <Card title={t.payment.next}>
      {payment.dataRequest !== undefined && (
        <p>{`${t.payment.waitsFor}: ${payment.dataRequest}`}</p>
      )}
      {payment.next.length === 0 ? (
        <p class="soft">{t.payment.nothingNext}</p>
      ) : (
        <Facts
          rows={payment.next.map(({ event, at }) => [
            t.next[event] ?? event,
            <When language={language} at={at} />,
          ])}
        />
      )}
    </Card>
  )
}

interface TimelineProps {
  visit: Visit
  payment: Info
  events: PaymentEventRow[]
  /** By the event, where it was sent and what each address said last. */
  sent: ReadonlyMap<string, Attempt[]>
}

/** A payment of thousands of events shows where the latest went; each has a page of its own besides. */
const MOST_SHOWN = 20
type Attempt = Answers['listEventAttempts']['attempts'][number]

async function askAttempts(
  { ask }: Visit,
  { eventId }: PaymentEventRow,
): Promise<[string, Attempt[]]> {
  const { attempts } = await ask('listEventAttempts', { params: { eventId } })
  return [eventId, [...new Map(attempts.map((one) => [one.url, one])).values()]]
}

function Timeline({ visit, payment, events, sent }: TimelineProps) {
  const { t, language } = visit
  return (
    <Card title={t.payment.timeline}>
      <TimelinePicture t={t} language={language} moments={momentsOf(visit, payment, events)} />
      <ol class="line">
        {events.map(({ eventId, type, createdAt, delivery, attempts }) => (
          <li key={eventId}>
            <When language={language} at={createdAt} />{' '}
            <a href={`/portal/events/${eventId}`}>{type}</a>
            <br />
            <span class="soft">
              {`${t.payment.delivery}: ${t.deliveries[delivery]} (${String(attempts)})`}
            </span>
            {sent.get(eventId)?.map(({ url, at, httpStatus, problem }) => (
              <span key={url}>
                <br />
                <code>{url}</code> {String(httpStatus ?? problem ?? '')},{' '}
                <When language={language} at={at} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const tones: Record<string, Moment['tone']> = {
  'payment.completed': 'good',
  'payment.captured': 'good',
  'payment.settled': 'good',
  'payment.rejected': 'bad',
  'payment.error': 'bad',
  'payment.fraud_warning': 'bad',
  'refund.rejected': 'bad',
}

/** From its creation over what was told to what comes by itself. */
const momentsOf = ({ t }: Visit, payment: Info, events: PaymentEventRow[]): Moment[] => [
  { at: payment.createdAt, text: t.payments.created },
  ...events.map(({ type, createdAt }) => ({
    at: createdAt,
    text: t.happened[type] ?? type,
    tone: tones[type],
  })),
  ...payment.next.map(({ event, at }) => ({ at, text: t.next[event] ?? event, isAhead: true })),
]

function Transactions({
  visit,
  transactions,
}: {
  visit: Visit
  transactions: Answers['listTransactions']
}) {
  const { t, language } = visit
  const caption = t.payment.transactions
  return (
    <Card title={caption}>
      <Table
        t={t}
        caption={caption}
        numbers={[2]}
        head={[
          t.payment.at,
          t.payment.type,
          t.payments.amount,
          t.payments.status,
          t.payments.rejectCode,
        ]}
        rows={transactions.map((one) => [
          <When language={language} at={one.createdAt} />,
          t.transactionTypes[one.type] ?? one.type,
          formatMajor(language, one.amount, one.currency),
          <Status t={t} status={one.status} />,
          one.rejectCode === undefined ? '' : `${one.rejectInfo ?? ''} (${one.rejectCode})`,
        ])}
      />
    </Card>
  )
}

/** Sandbox only, as the endpoint itself says. */
const advance: GuardedRoute = {
  method: 'post',
  path: `${PAYMENT}/advance`,
  needs: 'payments',
  audited: 'advance',
  handle: async (_portal, visit) => {
    const paymentId = idIn(visit, 'paymentId')
    const seconds = Number(visit.fields['seconds'])
    await visit.ask('advanceClock', { params: { paymentId }, body: { seconds } })
    return { goTo: `/portal/payments/${paymentId}` }
  },
}

export const paymentRoutes: readonly PortalRoute[] = [showPayment, advance]
