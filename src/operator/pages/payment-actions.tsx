import type { ComponentChild } from 'preact'
import { paymentInstructions } from '../../desk/payments/instructions.ts'
import type { PaymentInstruction } from '../../desk/payments/instructions.ts'
import { decide } from '../../domain/payment/decide.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { formatMoney } from '../../domain/money.ts'
import { Card } from '../../kit/parts.tsx'
import type { ActionField, PageAction } from './actions.tsx'

/** The instructions that would change something now: asked of the rules themselves. */
export async function allowedInstructions(payment: Payment, now: number): Promise<string[]> {
  const names = Object.entries(paymentInstructions).map(async ([name, instruction]) =>
    (await isAllowed(instruction, payment, now)) ? [name] : [],
  )
  return (await Promise.all(names)).flat()
}

async function isAllowed(
  { messageOf }: PaymentInstruction,
  payment: Payment,
  now: number,
): Promise<boolean> {
  if (!messageOf) return true
  const command = await messageOf(payment, { reason: '' })
  const { events, outcome } = decide(
    payment,
    { type: 'command', id: 'cmd/look', actor: 'gateway', requestId: 'look', command },
    now + payment.clockOffsetMs,
  )
  return outcome.accepted && events.length > 0
}

/** On the page of the payment: what this operator could do about it. */
export async function actionsSection(
  payment: Payment,
  { role }: Operator,
  now: number,
): Promise<ComponentChild> {
  if (!mayAs(role, 'operator')) return null
  const allowed = await allowedInstructions(payment, now)
  return (
    <Card title="What can be done">
      <ul class="actions">
        {allowed.map((name) => (
          <li key={name}>
            <a class="button small" href={`/payments/${payment.id}/do/${name}`}>
              {paymentInstructions[name]?.verb ?? name}
            </a>
            {paymentInstructions[name]?.command.people === 'two' && (
              <span class="none"> two people</span>
            )}
          </li>
        ))}
        <li>
          <a class="button small" href={`/notifications/do/resend?payment=${payment.id}`}>
            Send its notifications again
          </a>
        </li>
      </ul>
    </Card>
  )
}

const SECOND = 'Nothing moves until another person has agreed to it, within 24 hours.'

/** Undefined when the payment does not allow it. */
export async function paymentAction(
  payment: Payment,
  name: string,
  now: number,
): Promise<PageAction | undefined> {
  const allowed = await allowedInstructions(payment, now)
  const instruction = allowed.includes(name) ? paymentInstructions[name] : undefined
  if (!instruction) return undefined
  const { command, verb, explains } = instruction
  const { order, id, phase } = payment
  const amount: ActionField = {
    name: 'amount',
    label: `Amount in ${order.currency}; all when empty`,
  }
  const says = command.people === 'two' ? `${explains} ${SECOND}` : explains
  return {
    command,
    input: { paymentId: id },
    title: `${verb}: ${formatMoney(order.amountMinor, order.currency)}`,
    verb,
    says: `Payment ${id} of ${payment.merchant.name}, now ${phase}. ${says}`,
    fields: [
      ...('amount' in command.input.shape ? [amount] : []),
      { name: 'reason', label: 'Reason, for the audit', required: true },
    ],
    place: '/payments',
    back: `/payments/${id}`,
  }
}
