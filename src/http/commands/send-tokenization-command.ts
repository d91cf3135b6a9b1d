import { isOpenStatus } from '../../domain/actor/open-status.ts'
import { assert } from '../../domain/assert.ts'
import type { TokenizationCommand } from '../../domain/tokenization/commands.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import { tokenizationAnswer } from '../../domain/tokenization/view.ts'
import type { TokenizationAnswer } from '../../gateway/gateway.ts'
import { reply } from '../endpoint.ts'
import type { Reply } from '../endpoint.ts'
import { metaOf } from './meta.ts'
import type { KeyedRequest } from './meta.ts'
import { Refused } from '../refused.ts'
import { audienceOf } from './send-command.ts'
import type { Uses } from '../services.ts'

/** Sends a command to the request's tokenization and answers with what was committed. */
export async function sendTokenizationCommand(
  services: Uses<'config' | 'gateway' | 'ids' | 'secrets'>,
  request: KeyedRequest & { tokenization: Tokenization },
  command: TokenizationCommand,
  { waitForPayer = false }: { waitForPayer?: boolean } = {},
): Promise<Reply> {
  const meta = metaOf(request, services, { waitForPayer })
  const sent = await services.gateway.sendTokenization(request.tokenization, command, meta)
  return tokenizationReply(services, request, sent)
}

/** The answer after an accepted command; a refusal ends the request with its code. */
export function tokenizationReply(
  services: Uses<'config' | 'secrets'>,
  { caller }: Pick<KeyedRequest, 'caller'>,
  sent: TokenizationAnswer,
): Reply {
  const tokenization = acceptedTokenization(sent)
  forgetCvv(services, tokenization)
  const { publicUrl } = services.config.server
  const audience = audienceOf(caller)
  const { replayed } = sent
  return reply(tokenizationAnswer(tokenization, { publicUrl, audience }), { replayed })
}

export function acceptedTokenization(sent: TokenizationAnswer): Tokenization {
  const { outcome, tokenization, replayed, id } = sent
  if (outcome.accepted) {
    assert(tokenization, 'an accepted command has a tokenization')
    return tokenization
  }
  throw new Refused(outcome.code, {
    ...(tokenization && { paymentStatus: statusOfTokenization[tokenization.phase] }),
    ...(id !== undefined && { lookAt: { tokenizerId: id } }),
    ...(replayed && { headers: { 'idempotent-replayed': 'true' } }),
  })
}

/** A tokenization that has ended needs no CVV any more, whoever put it there last. */
function forgetCvv({ secrets }: Uses<'secrets'>, { id, phase }: Tokenization): void {
  if (!isOpenStatus(statusOfTokenization[phase])) secrets.wipe(id)
}
