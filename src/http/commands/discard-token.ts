import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import type { Reply } from '../endpoint.ts'
import type { KeyedRequest } from './meta.ts'
import { sendTokenizationCommand, tokenizationReply } from './send-tokenization-command.ts'
import type { Uses } from '../services.ts'

/** Discards the token of a tokenization; one that is gone already needs nobody any more. */
export async function discardToken(
  services: Uses<'config' | 'gateway' | 'ids' | 'secrets'>,
  request: KeyedRequest & { tokenization: Tokenization },
): Promise<Reply> {
  const { tokenization } = request
  if (statusOfTokenization[tokenization.phase] !== 'DISCARDED')
    return sendTokenizationCommand(services, request, { name: 'discard' })
  const outcome = { accepted: true } as const
  return tokenizationReply(services, request, { outcome, tokenization, replayed: false })
}
