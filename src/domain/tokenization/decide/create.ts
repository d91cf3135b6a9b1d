import { COMMAND_EXPIRED, systemError } from '../../reasons/given-reason.ts'
import { accept, keepExpired } from '../../actor/decision.ts'
import type { CreateTokenization } from '../commands.ts'
import type { TokenizationEvent } from '../events.ts'
import type { Tokenization } from '../tokenization.ts'
import { missing } from '../wants.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { startProcessing } from './process.ts'

/** A tokenization is registered; what the merchant may not do ends it, what is complete starts. */
export function create(
  command: CreateTokenization,
  context: Context,
  expired: boolean,
): TokenizationDecision {
  const tokenization = newTokenization(command, context)
  const created: TokenizationEvent = { type: 'created', tokenization }
  if (expired) return keepExpired([created, { type: 'cancelled', ...systemError(COMMAND_EXPIRED) }])
  if (command.earlyReject)
    return accept([created, { type: 'rejected', rejectCode: command.earlyReject }])
  return accept(
    missing(tokenization) ? [created] : [created, ...startProcessing(tokenization, context)],
  )
}

function newTokenization(command: CreateTokenization, { now, requestId }: Context): Tokenization {
  const { name: _name, tokenizerId, earlyReject: _earlyReject, ...given } = command
  return {
    ...given,
    id: tokenizerId,
    version: 0,
    phase: 'gathering',
    createdAt: now,
    updatedAt: now,
    validUntil: now + command.options.validTime * 1000,
    requestId,
    verifications: 0,
    calls: [],
    clockOffsetMs: 0,
    notificationSequence: 0,
  }
}
