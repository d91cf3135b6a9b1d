import type { DisputeCommand } from '../../domain/dispute/commands.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { DisputeAnswer, Gateway, GatewayAnswer, Meta } from '../../gateway/gateway.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { createLog } from '../../process/log.ts'
import { listenToChanges } from '../../postgres/changes.ts'
import type { Changes } from '../../postgres/changes.ts'
import { createDisputeReads } from '../../postgres/disputes/disputes.ts'
import { createPaymentReads } from '../../postgres/payments.ts'
import type { PaymentReads } from '../../postgres/payments.ts'
import { createTokenizationReads } from '../../postgres/tokenizations.ts'
import type { ReviewParts } from '../with-review.ts'

type Parts = Pick<ReviewParts, 'config' | 'db' | 'client'>
type Sender = Pick<Meta, 'commandId' | 'actor'>

/** Sends an operator's instruction the way every command goes, and waits for what was committed. */
export function sendInstruction(
  parts: Parts,
  payment: Payment,
  command: PaymentCommand,
  meta: Sender,
): Promise<GatewayAnswer> {
  const readsOf = isLettingGo(payment, command) ? endsWhenLetGo : asTheyAre
  return withGateway(parts, readsOf, (gateway) => gateway.send(payment, command, wholly(meta)))
}

/** The same to a dispute. */
export const sendToDispute = (
  parts: Parts,
  dispute: Dispute,
  command: DisputeCommand,
  meta: Sender,
): Promise<DisputeAnswer> =>
  withGateway(parts, asTheyAre, (gateway) => gateway.sendDispute(dispute, command, wholly(meta)))

const asTheyAre = (reads: PaymentReads): PaymentReads => reads
const wholly = (meta: Sender): Meta => ({ ...meta, requestId: `cli-${meta.commandId}` })

async function withGateway<T>(
  { config, db, client }: Parts,
  readsOf: (reads: PaymentReads, changes: Changes) => PaymentReads,
  use: (gateway: Gateway) => Promise<T>,
): Promise<T> {
  const changes = listenToChanges(config.database.url, () => undefined)
  try {
    const gateway = createGateway({
      client,
      payments: readsOf(createPaymentReads(db, changes), changes),
      tokenizations: createTokenizationReads(db, changes),
      disputes: createDisputeReads(db, changes),
      log: createLog('cli', 'silent'),
    })
    return await use(gateway)
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
