import express from 'express'
import type { Router } from 'express'
import { randomUUID } from 'node:crypto'
import { verifySignature } from '../connectors/signature.ts'
import { parseLifecycle } from '../connectors/tokens/index.ts'
import type { TokenLifecycle } from '../connectors/tokens/index.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Log } from '../log.ts'
import type { CardTokenReads } from '../postgres/card-tokens.ts'
import type { TokenizationReads } from '../postgres/tokenizations.ts'

interface TokenLifecycleOptions {
  log: Log
  /** Under which the token services sign. */
  key: string
  gateway: Pick<Gateway, 'sendTokenization'>
  cardTokens: Pick<CardTokenReads, 'tokenizersOf'>
  tokenizations: Pick<TokenizationReads, 'find'>
}

/** The card networks say that a token was suspended, woken or ended; acknowledged once durable. */
export function receiveTokenLifecycle(options: TokenLifecycleOptions): Router {
  const router = express.Router()
  const readRaw = express.raw({ type: () => true, limit: '16kb' })
  router.post('/tokens/lifecycle', readRaw, async (request, response) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!verifySignature(raw, request.get('signature'), options.key)) {
      response.status(401).json({ error: 'invalid_signature' })
      return
    }
    const change = parseLifecycle(jsonOf(raw))
    if (!change) {
      response.status(400).json({ error: 'invalid_request' })
      return
    }
    if (!isRecent(change.occurredAt)) {
      options.log.warn({ occurredAt: change.occurredAt }, 'an old message about a token is refused')
      response.status(400).json({ error: 'too_old' })
      return
    }
    const outcome = await takeChange(options, change)
    response.status(outcome.status).json(outcome.body)
  })
  return router
}

const OLDEST_MS = 86_400_000
const AHEAD_MS = 300_000

/** Networks repeat for hours; clocks differ by minutes. */
const isRecent = (occurredAt: number): boolean =>
  occurredAt > Date.now() - OLDEST_MS && occurredAt < Date.now() + AHEAD_MS

async function takeChange(
  { log, gateway, cardTokens, tokenizations }: TokenLifecycleOptions,
  { instrumentRef, status, eventId, occurredAt }: TokenLifecycle,
): Promise<{ status: number; body: object }> {
  const ids = await cardTokens.tokenizersOf(instrumentRef)
  // Perhaps it is just being stored: the network asks again.
  if (ids.length === 0) return { status: 404, body: { error: 'not_found' } }
  for (const id of ids) {
    const tokenization = await tokenizations.find(id)
    if (!tokenization) continue
    // The same message again, from the network or from whoever has seen it, is the same command.
    const commandId = `lifecycle-${eventId}`
    const meta = { commandId, actor: 'provider/tokens' as const, requestId: randomUUID() }
    const command = { name: 'tokenState', status, saidAt: occurredAt } as const
    const { outcome } = await gateway.sendTokenization(tokenization, command, meta)
    if (outcome.accepted) continue
    log.warn({ tokenizerId: id, status, code: outcome.code }, 'a token change was not taken')
    return { status: 503, body: { error: outcome.code } }
  }
  return { status: 200, body: { received: true } }
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
