import express from 'express'
import type { Router } from 'express'
import { randomUUID } from 'node:crypto'
import { verifySignature } from '../connectors/signature.ts'
import { parseLifecycle } from '../connectors/tokens/index.ts'
import type { TokenLifecycle } from '../connectors/tokens/index.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Log } from '../process/log.ts'
import type { CardTokenReads } from '../postgres/card-tokens.ts'
import type { TokenizationReads } from '../postgres/tokenizations.ts'

interface TokenLifecycleOptions {
  log: Log
  /** Under which the token services sign. */
  key: string
  gateway: Pick<Gateway, 'sendTokenization'>
  cardTokens: Pick<CardTokenReads, 'tokenizersOf' | 'tokenizersOfCard'>
  tokenizations: Pick<TokenizationReads, 'find'>
}

/**
 * The card networks say that a token was suspended, woken or ended, or that its card was renewed;
 * acknowledged once durable.
 */
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

type Tokenization = Parameters<Gateway['sendTokenization']>[0]
type TokenizationCommand = Parameters<Gateway['sendTokenization']>[1]

const OLDEST_MS = 86_400_000
const AHEAD_MS = 300_000

/** Networks repeat for hours; clocks differ by minutes. */
const isRecent = (occurredAt: number): boolean =>
  occurredAt > Date.now() - OLDEST_MS && occurredAt < Date.now() + AHEAD_MS

async function takeChange(
  options: TokenLifecycleOptions,
  change: TokenLifecycle,
): Promise<{ status: number; body: object }> {
  const { log, gateway, cardTokens } = options
  const ids = await cardTokens.tokenizersOf(change.instrumentRef)
  // Perhaps it is just being stored: the network asks again.
  if (ids.length === 0) return { status: 404, body: { error: 'not_found' } }
  const command = commandOf(change)
  for (const tokenization of await concerned(options, ids, command)) {
    // The same message again, from the network or from whoever has seen it, is the same command.
    const commandId = `lifecycle-${change.eventId}`
    const meta = { commandId, actor: 'provider/tokens' as const, requestId: randomUUID() }
    const { outcome } = await gateway.sendTokenization(tokenization, command, meta)
    if (outcome.accepted) continue
    const { id } = tokenization
    const { status } = change
    log.warn({ tokenizerId: id, status, code: outcome.code }, 'a token change was not taken')
    return { status: 503, body: { error: outcome.code } }
  }
  return { status: 200, body: { received: true } }
}

const commandOf = (change: TokenLifecycle): TokenizationCommand =>
  change.status === 'RENEWED'
    ? { name: 'renew', expDate: change.expDate, lastFour: change.last4, saidAt: change.occurredAt }
    : { name: 'tokenState', status: change.status, saidAt: change.occurredAt, told: true }

/** The tokenizations of the token; a renewal also concerns the stored card that it was made from. */
async function concerned(
  { cardTokens, tokenizations }: TokenLifecycleOptions,
  ids: string[],
  { name }: TokenizationCommand,
): Promise<Tokenization[]> {
  const find = async (those: string[]) =>
    (await Promise.all(those.map((id) => tokenizations.find(id)))).filter(
      (one) => one !== undefined,
    )
  const own = await find(ids)
  if (name !== 'renew') return own
  const cards = await Promise.all(
    own.flatMap(({ merchantId, convertedFrom }) =>
      convertedFrom === undefined ? [] : [cardTokens.tokenizersOfCard(merchantId, convertedFrom)],
    ),
  )
  return [...own, ...(await find([...new Set(cards.flat())]))]
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
