import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../activities/deps.ts'
import { createTokenActivities } from '../../../activities/tokens.ts'
import { networkTokenType } from '../../../src/domain/card-token.ts'
import type { CommandOutcome } from '../../../src/domain/actor/decision.ts'
import type { Message } from '../../../src/domain/actor/message.ts'
import type { Call, Outcome } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/tokenization/call-request.ts'
import type { TokenizationCommand } from '../../../src/domain/tokenization/commands.ts'
import { decide } from '../../../src/domain/tokenization/decide/index.ts'
import { deadlines } from '../../../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../../../src/domain/tokenization/tokenization.ts'
import type { Gateway, Meta } from '../../../src/gateway/gateway.ts'
import { createCardTokenReads } from '../../../src/postgres/card-tokens.ts'
import type { Changes } from '../../../src/postgres/changes.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { recordTokenization } from '../../../src/postgres/record-tokenization.ts'
import { createTokenizationReads } from '../../../src/postgres/tokenizations.ts'
import { createVault } from '../../../src/vault/card-vault.ts'
import type { KeyRing } from '../../../src/vault/key-ring.ts'

type Answer = Outcome | 'silence'

/**
 * Tokenizations by the real rules, in the real tables; only Temporal and the providers are played:
 * each call is answered at once, unless a test says otherwise.
 */
export function createTokenizationWorld(db: DbPool, vaultDb: DbPool, keyRing: KeyRing) {
  const reads = createTokenizationReads(db, onceMore)
  const sent: { command: TokenizationCommand; meta: Meta }[] = []
  const tell = (id: string) =>
    take(id, { name: 'tokenState', status: 'DISCARDED' }, metaOf(randomUUID()))
  const activities = createTokenActivities({
    vault: createVault({ db: vaultDb, keyRing }),
    cardTokens: createCardTokenReads(db),
    tokenizations: { signalDiscarded: tell },
  } as unknown as Deps)
  let answers: Partial<Record<Call['kind'], Answer>> = {}

  const answerOf = async (tokenization: Tokenization, call: Call): Promise<Answer> => {
    const request = callRequestOf(tokenization, call)
    const answer = answers[call.kind]
    if (answer) return answer
    if (call.kind === 'authenticate') return { type: 'notEnrolled' }
    if (call.kind === 'assignToken') return activities.assignToken(request)
    if (call.kind === 'provision') return { type: 'stored', token: networkToken(tokenization) }
    if (call.kind !== 'discardToken') return { type: 'approved' }
    return tokenization.kind === 'COF' ? activities.discardToken(request) : { type: 'discarded' }
  }

  const commit = async (id: string, message: Message): Promise<CommandOutcome> => {
    const before = await reads.find(id)
    const at = Date.now() + (before?.clockOffsetMs ?? 0)
    const decision = decide(before, message, at)
    const recorded = await recordTokenization(db, {
      tokenizerId: id,
      before,
      message,
      decision,
      at,
    })
    if (recorded.status !== 'committed') throw new Error(JSON.stringify(recorded))
    return decision.outcome
  }

  const settle = async (id: string): Promise<void> => {
    for (let calls = 0; calls < 20; calls += 1) {
      const tokenization = await reads.find(id)
      const call = tokenization?.calls[0]
      const outcome = tokenization && call ? await answerOf(tokenization, call) : 'silence'
      if (!call || outcome === 'silence') return
      await commit(id, { type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
    }
  }

  const moveClock = async (id: string): Promise<void> => {
    for (;;) {
      const tokenization = await reads.find(id)
      const [next] = tokenization?.advance ? deadlines(tokenization) : []
      if (!next) return
      await commit(id, { type: 'due', id: `due/${next.name}/${String(next.at)}`, ...next })
      await settle(id)
    }
  }

  async function take(id: string, command: TokenizationCommand, meta: Meta) {
    const messageId = `cmd/${meta.commandId}`
    const known = await reads.commandEnd(id, messageId)
    if (!known) {
      sent.push({ command, meta })
      const { actor, requestId, bodyHash } = meta
      const keyed = bodyHash === undefined ? {} : { bodyHash }
      await commit(id, { type: 'command', id: messageId, command, actor, requestId, ...keyed })
      await settle(id)
      await moveClock(id)
    }
    const outcome = (known ?? (await reads.commandEnd(id, messageId)))!.outcome
    const tokenization = await reads.find(id)
    return { outcome, ...(tokenization && { tokenization }), replayed: known !== undefined }
  }

  const gateway: Pick<Gateway, 'createTokenization' | 'sendTokenization'> = {
    createTokenization: (command, meta) => take(command.tokenizerId, command, meta),
    sendTokenization: ({ id }, command, meta) => take(id, command, meta),
  }

  return {
    gateway,
    reads,
    sent,
    settle,
    take: (id: string, command: TokenizationCommand) => take(id, command, metaOf(randomUUID())),
    /** From now on these calls are answered so; `silence`: never. */
    answerWith: (changed: Partial<Record<Call['kind'], Answer>>): void => {
      answers = changed
    },
    usually: (): void => {
      answers = {}
    },
  }
}

/** Everything has been committed when the gateway answers, so nobody has to wait. */
export const onceMore: Changes = {
  sender: '@world',
  until: (_id, read) => read(),
  heard: () => false,
  close: () => Promise.resolve(),
}

const metaOf = (commandId: string): Meta => ({ commandId, actor: 'gateway', requestId: 'test' })

const networkToken = ({ instrument }: Tokenization) => {
  const { cardMask = '', organization = 'VISA' } = instrument ?? {}
  const type = networkTokenType(organization) ?? 'SCOF'
  const instrumentRef = `${type.toLowerCase()}_${randomUUID()}`
  const visual = { visualId: `${instrumentRef}-art`, type: 'art', width: 320, height: 202 }
  return { type, instrumentRef, cardMask, organization, expDate: '203012', visuals: [visual] }
}
