import { z } from 'zod'
import type { Said } from '../../domain/actor/said.ts'
import type { KeptExchange } from '../../postgres/providers/exchanges.ts'
import { readExchanges } from '../../postgres/providers/exchanges.ts'
import { createKeyWrapper } from '../../vault/create-key-wrapper.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { readConfig } from '../../settings/config.ts'
import { audit } from '../audit.ts'
import { deskCommand, one } from '../command.ts'
import { reason, text } from '../fields.ts'
import { withConnections } from '../with-connections.ts'
import { findPayment } from './instruct-payment.ts'

/** `payment exchanges`: it changes nothing, but who has read what a payer's bank said is written down. */
export const exchangesCommand = deskCommand({
  name: 'payment exchanges',
  description: 'what the providers were asked and answered, word for word but for cards and keys',
  ...one('operator', 'it reads, and who has read is in the audit'),
  input: z.strictObject({
    paymentId: text('paymentId', 'of the payment, or the beginning that no other has'),
    reason,
  }),
  takes: ['paymentId'],
  examples: [{ paymentId: 'dyscz…', reason: 'case 4711' }],
  carryOut: (given, caller) =>
    withConnections(async ({ db }) => {
      const { id } = await findPayment(db, given.paymentId)
      const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
      const envelope = createEnvelope(createKeyWrapper(keyRing))
      const kept = await readExchanges(db, envelope, id)
      const detail = { reason: given.reason, calls: kept.length }
      await audit(db, caller, 'payment.exchanges', id, 'shown', detail)
      return { value: kept, text: kept.map(wordsOf).join('\n\n') || NOTHING }
    }),
})

const NOTHING = 'nothing is kept: no provider was asked, or it is too long ago'

const wordsOf = ({ step, reference, said }: KeptExchange): string =>
  [`${step} ${reference}`, ...said.flatMap(linesOf)].join('\n')

function linesOf({ at, tookMs, method, path, asked, status, answered, because }: Said): string[] {
  const end = status === undefined ? `no answer (${because ?? ''})` : String(status)
  return [
    `  ${new Date(at).toISOString()}  ${method} ${path}  ${end}  ${String(tookMs)} ms`,
    ...(asked === undefined ? [] : [`    > ${asked}`]),
    ...(answered === undefined ? [] : [`    < ${answered}`]),
  ]
}
