import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { commandAnswer } from '../../domain/payment/view.ts'
import type { Audience } from '../../domain/actor/view/rejection.ts'
import { accepted } from './accepted.ts'
import type { Caller } from '../auth/caller.ts'
import { reply } from '../endpoint.ts'
import type { Reply } from '../endpoint.ts'
import { forgetSecret } from './forget-secret.ts'
import { metaOf } from './meta.ts'
import type { KeyedRequest } from './meta.ts'
import type { Uses } from '../services.ts'

/** Sends a command to the request's payment and answers with what was committed. */
export async function sendCommand(
  services: Uses<'config' | 'gateway' | 'ids' | 'secrets'>,
  request: KeyedRequest & { payment: Payment },
  command: PaymentCommand,
  { waitForPayer = false }: { waitForPayer?: boolean } = {},
): Promise<Reply> {
  const meta = metaOf(request, services, { waitForPayer })
  const answer = accepted(await services.gateway.send(request.payment, command, meta))
  const { payment, outcome, replayed } = answer
  forgetSecret(services, payment)
  const { publicUrl } = services.config.server
  const audience = audienceOf(request.caller)
  return reply(commandAnswer(payment, { publicUrl, audience, outcome }), { replayed })
}

export const audienceOf = ({ kind }: Caller): Audience => (kind === 'client' ? 'payer' : 'merchant')
