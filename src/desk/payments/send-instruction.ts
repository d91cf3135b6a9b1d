import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { GatewayAnswer, Meta } from '../../gateway/gateway.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { createLog } from '../../process/log.ts'
import { listenToChanges } from '../../postgres/changes.ts'
import type { Changes } from '../../postgres/changes.ts'
import { createDisputeReads } from '../../postgres/disputes/disputes.ts'
import { createPaymentReads } from '../../postgres/payments.ts'
import type { PaymentReads } from '../../postgres/payments.ts'
import { createTokenizationReads } from '../../postgres/tokenizations.ts'
import type { ReviewParts } from '../with-review.ts'

/** Sends an operator's instruction the way every command goes, and waits for what was committed. */
export async function sendInstruction(
  { config, db, client }: Pick<ReviewParts, 'config' | 'db' | 'client'>,
  payment: Payment,
  command: PaymentCommand,
  meta: Pick<Meta, 'commandId' | 'actor'>,
): Promise<GatewayAnswer> {
  const changes = listenToChanges(config.database.url, () => undefined)
  try {
    const reads = createPaymentReads(db, changes)
    const gateway = createGateway({
      client,
      payments: isLettingGo(payment, command) ? endsWhenLetGo(reads, changes) : reads,
      tokenizations: createTokenizationReads(db, changes),
      disputes: createDisputeReads(db, changes),
      log: createLog('cli', 'silent'),
    })
    return await gateway.send(payment, command, { ...meta, requestId: `cli-${meta.commandId}` })
  } finally {
    await changes.close()
  }
}

/**
 * A payment that the database held takes a resume as the word to try again, and writes down what it
 * was held for instead: that it is held no longer is the answer.
 */
const isLettingGo = ({ held }: Payment, command: PaymentCommand): boolean =>
  command.name === 'resume' && command.drop !== true && held !== undefined

/** @internal */
export const endsWhenLetGo = (reads: PaymentReads, changes: Changes): PaymentReads => ({
  ...reads,
  waitForCommandEnd: (id, messageId, timeoutMs, options) => {
    const look = async () => {
      const end = await reads.commandEnd(id, messageId)
      const state = end ? undefined : await reads.find(id)
      const isHeld = state === undefined || state.held !== undefined
      return isHeld ? end : { outcome: { accepted: true } as const, bodyHash: undefined, state }
    }
    return changes.until(id, look, timeoutMs, options)
  },
})
