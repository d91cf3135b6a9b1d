import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { titleOf } from '../../domain/refusal.ts'
import type { Db } from '../../postgres/db.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { print } from '../print.ts'
import { wholePaymentId } from './payment-id.ts'
import type { ReviewParts } from '../incidents/with-review.ts'

export interface Instruction {
  reason: string
  by: string
  json?: boolean
}

/** Gives a payment an instruction, writes down what came of it and says it. */
export async function instructPayment(
  parts: ReviewParts,
  payment: Payment,
  command: PaymentCommand,
  commandId: string,
  { by, reason, json }: Instruction,
): Promise<void> {
  // What only looks at a payment waits for no gateway.
  const { sendInstruction } = await import('./send-instruction.ts')
  const answer = await sendInstruction(parts, payment, command, {
    commandId,
    actor: `operator/${by}`,
  })
  const outcome = answer.outcome.accepted ? 'accepted' : answer.outcome.code
  const detail = { reason, commandId }
  await audit(parts.db, by, `payment.${command.name}`, payment.id, outcome, detail)
  if (!answer.outcome.accepted)
    throw new CommandFailure(`${outcome}: ${titleOf(answer.outcome.code)}`)
  const phase = answer.payment?.phase ?? payment.phase
  print(
    { ...answer.outcome, paymentId: payment.id, phase },
    `${command.name} accepted, now ${phase}`,
    json,
  )
}

/** By its id, or by the beginning of it that no other payment has. */
export async function findPayment(db: Db, paymentId: string): Promise<Payment> {
  const file = await readPaymentFile(db, await wholePaymentId(db, paymentId))
  if (!file) throw new CommandFailure(`no payment ${paymentId}`)
  return file.state
}
