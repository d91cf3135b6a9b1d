import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Db } from '../../postgres/db.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import { auditInstruction } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import type { ReviewParts } from '../with-review.ts'
import { wholePaymentId } from './payment-id.ts'

/** Gives a payment an instruction and writes down what came of it. */
export async function instructPayment(
  parts: ReviewParts,
  payment: Payment,
  command: PaymentCommand,
  { commandId, reason, ...caller }: Caller & { commandId: string; reason: string },
): Promise<Answer> {
  // What only looks at a payment waits for no gateway.
  const { sendInstruction } = await import('./send-instruction.ts')
  const meta = { commandId, actor: `operator/${caller.by}` } as const
  const answer = await sendInstruction(parts, payment, command, meta)
  const done = {
    action: `payment.${command.name}`,
    subject: payment.id,
    detail: { reason, commandId },
  }
  await auditInstruction(parts.db, caller, done, answer.outcome)
  const phase = answer.payment?.phase ?? payment.phase
  const value = { ...answer.outcome, paymentId: payment.id, phase }
  return { value, text: `${command.name} accepted, now ${phase}` }
}

/** By its id, or by the beginning of it that no other payment has. */
export async function findPayment(db: Db, paymentId: string): Promise<Payment> {
  const file = await readPaymentFile(db, await wholePaymentId(db, paymentId))
  if (!file) throw new CommandFailure(`no payment ${paymentId}`)
  return file.state
}
