import { randomUUID } from 'node:crypto'
import { present } from '../../domain/present.ts'
import { statusOf } from '../../domain/refusal.ts'
import type { KeyScope } from '../../domain/key-scope.ts'
import { refusedBy } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { formatMajor } from '../../kit/formats.ts'
import { problemText } from '../views/notice.tsx'
import { Alert, Card, Facts, Field, Form } from '../../kit/parts.tsx'

/** What a person can order of a payment, each by the endpoint of the API. */
const actions = {
  capture: { needs: 'payments', ask: 'capturePayment', hasAmount: true },
  refund: { needs: 'refunds', ask: 'refundPayment', hasAmount: true },
  cancel: { needs: 'payments', ask: 'cancelPayment', hasAmount: false },
} as const satisfies Record<string, { needs: KeyScope; ask: string; hasAmount: boolean }>

type ActionName = keyof typeof actions
type Info = Answers['getPayment']
const askPayment = ({ ask }: Visit, paymentId: string) =>
  ask('getPayment', { params: { paymentId } })

/** What makes sense to offer; whether it is allowed at that moment, the payment decides. */
export function possibleActions({ status, options, amounts }: Info) {
  const isOpen = status === 'NEW' || status === 'PENDING'
  const isHeld = status === 'COMPLETED' && options.transKind === 'PREAUTH'
  const possible: Record<ActionName, boolean> = {
    capture: isHeld && amounts.captured < amounts.authorized,
    refund: amounts.refundable > 0,
    cancel: isOpen || (status === 'COMPLETED' && amounts.refunded === 0),
  }
  return (Object.keys(actions) as ActionName[])
    .filter((name) => possible[name])
    .map((name) => ({ name, needs: actions[name].needs }))
}

interface Order {
  amount?: string | undefined
  description?: string | undefined
}

const orderIn = (given: Visit['fields']): Order => ({
  amount: given['amount']?.trim().replace(',', '.') || undefined,
  description: given['description']?.trim().slice(0, 200) || undefined,
})

/** First the form; with `check`, what it comes to, and whether that is right. */
const showAction = (name: ActionName): GuardedRoute => ({
  method: 'get',
  path: `/portal/payments/:paymentId/${name}`,
  needs: actions[name].needs,
  handle: async (_portal, visit) => {
    const payment = await askPayment(visit, idIn(visit, 'paymentId'))
    if (visit.query['check'] === undefined) return formOf(visit, name, payment)
    return confirmationOf(visit, name, payment, orderIn(visit.query), randomUUID())
  },
})

/**
 * The same key again is the same order: a second click, a reload and a form that was sent again after a
 * lost answer are one command. What was refused is told, and what is not known is offered again as it was.
 */
const takeAction = (name: ActionName): GuardedRoute => ({
  method: 'post',
  path: `/portal/payments/:paymentId/${name}`,
  needs: actions[name].needs,
  audited: name,
  handle: async (_portal, visit) => {
    const paymentId = idIn(visit, 'paymentId')
    const order = orderIn(visit.fields)
    const key = /^[\w-]{8,64}$/.test(visit.fields['key'] ?? '') ? visit.fields['key'] : undefined
    const payment = await askPayment(visit, paymentId)
    if (key === undefined) return confirmationOf(visit, name, payment, order, randomUUID())
    try {
      const asked = { params: { paymentId }, body: present({ ...order }), key: `portal-${key}` }
      await visit.ask(actions[name].ask, asked)
      return { goTo: `/portal/payments/${paymentId}?done=${name}` }
    } catch (error) {
      const refused = refusedBy(error)
      const status = statusOf(refused.code)
      if (status === 403 || status === 404 || refused.code === 'internal_error') throw error
      const isUnknown = status >= 500 || status === 429
      const { unknown, refused: no } = visit.t.action
      const problem = isUnknown
        ? unknown
        : `${no} ${problemText(refused.code, refused.options.errors)}`
      return confirmationOf(visit, name, payment, order, isUnknown ? key : randomUUID(), {
        problem,
        status,
      })
    }
  },
})

function formOf({ t, request }: Visit, name: ActionName, payment: Info): Shown {
  const possible = name === 'refund' ? payment.amounts.refundable : payment.amounts.authorized
  return {
    title: t.action[name],
    body: (
      <Card>
        <p>{t.action[`${name}About`]}</p>
        <form method="get" action={request.path} class="stack">
          <input type="hidden" name="check" value="1" />
          {actions[name].hasAmount && (
            <Field
              label={`${t.action.amount} (${payment.order.currency})`}
              name="amount"
              inputmode="decimal"
              hint={t.action.amountHint}
              value={String(possible)}
            />
          )}
          <Field label={t.action.description} name="description" maxlength={200} />
          <button class="primary">{t.action.check}</button>
        </form>
        <Leave t={t} payment={payment} />
      </Card>
    ),
  }
}

interface Trouble {
  problem: string
  status: number
}

function confirmationOf(
  visit: Visit,
  name: ActionName,
  payment: Info,
  order: Order,
  key: string,
  trouble?: Trouble,
): Shown {
  const { t, request, language } = visit
  const { currency, extOrderId } = payment.order
  const amount = Number(order.amount)
  const shown =
    order.amount === undefined || Number.isNaN(amount)
      ? (order.amount ?? t.action.whole)
      : formatMajor(language, amount, currency)
  return {
    title: t.action.confirmTitle,
    ...(trouble && { status: trouble.status }),
    body: (
      <Card title={t.action[name]}>
        {trouble && <Alert>{trouble.problem}</Alert>}
        <Facts
          rows={[
            [t.payment.number, <code>{payment.paymentId}</code>],
            [t.payments.order, extOrderId],
            [t.payments.amount, formatMajor(language, payment.order.amount, currency)],
            [t.payment[name], actions[name].hasAmount ? <strong>{shown}</strong> : undefined],
            [t.action.description, order.description],
          ]}
        />
        <p>{t.action[`${name}About`]}</p>
        <Form visit={visit} action={request.path}>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="amount" value={order.amount ?? ''} />
          <input type="hidden" name="description" value={order.description ?? ''} />
          <button class="primary">{t.action.confirm}</button>
        </Form>
        <Leave t={t} payment={payment} />
      </Card>
    ),
  }
}

const Leave = ({ t, payment }: { t: Visit['t']; payment: Info }) => (
  <p>
    <a class="button" href={`/portal/payments/${payment.paymentId}`}>
      {t.action.leave}
    </a>
  </p>
)

export const actionRoutes: readonly PortalRoute[] = (Object.keys(actions) as ActionName[]).flatMap(
  (name) => [showAction(name), takeAction(name)],
)
