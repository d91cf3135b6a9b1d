import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { GatewayAnswer, Meta } from '../../gateway/gateway.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { createLog } from '../../log.ts'
import { listenToChanges } from '../../postgres/changes.ts'
import { createPaymentReads } from '../../postgres/payments.ts'
import { createTokenizationReads } from '../../postgres/tokenizations.ts'
import type { ReviewParts } from '../incidents/with-review.ts'

/** Sends an operator's instruction the way every command goes, and waits for what was committed. */
export async function sendInstruction(
  { config, db, client }: Pick<ReviewParts, 'config' | 'db' | 'client'>,
  payment: Payment,
  command: PaymentCommand,
  meta: Pick<Meta, 'commandId' | 'actor'>,
): Promise<GatewayAnswer> {
  const changes = listenToChanges(config.database.url, () => undefined)
  try {
    const gateway = createGateway({
      client,
      payments: createPaymentReads(db, changes),
      tokenizations: createTokenizationReads(db, changes),
      log: createLog('cli', 'silent'),
    })
    return await gateway.send(payment, command, { ...meta, requestId: `cli-${meta.commandId}` })
  } finally {
    await changes.close()
  }
}
