import type { Client } from '@temporalio/client'
import type { TokenizationActors } from '../../activities/deps.ts'
import { commandMessageId } from '../domain/actor/message.ts'
import type { TokenizationCommand } from '../domain/tokenization/commands.ts'
import { tokenizationStart } from './gateway.ts'
import { createActors } from './actors.ts'

/** Tokenizations as activities reach them: each message has a fixed id, so twice is once. */
export function createTokenizationActors(client: Client): TokenizationActors {
  const actors = createActors(client)
  return {
    start: async (command) => {
      const { tokenizerId, verifiedBy } = command
      const message = messageOf(tokenizerId, command, verifiedBy ?? tokenizerId)
      await actors.start(tokenizationStart(message))
    },
    signalDiscarded: async (tokenizerId, by) => {
      const command: TokenizationCommand = { name: 'tokenState', status: 'DISCARDED' }
      await actors.signal('tok', tokenizerId, messageOf(by, command, by))
    },
  }
}

const messageOf = <C extends TokenizationCommand>(id: string, command: C, requestId: string) => ({
  type: 'command' as const,
  id: commandMessageId(id),
  command,
  actor: 'gateway' as const,
  requestId,
})
