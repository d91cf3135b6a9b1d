import { randomUUID } from 'node:crypto'
import type { Router } from 'express'
import express from 'express'
import { oneOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { Plan } from '../scheduler.ts'
import type { NetworkTokens } from './network-tokens.ts'

/** Lets a tester be the card network: suspend a token, wake it, or end it; the gateway is told. */
export function createLifecycle(
  journal: Journal,
  tokens: NetworkTokens,
  message: Plan<Message>,
  operatorUrl: string,
): Router {
  const router = express.Router()
  router.post('/:service/tokens/:instrumentRef/state', (request, response) => {
    const { service, instrumentRef } = request.params
    const token = tokens.find(service, instrumentRef)
    if (!token) return void response.status(404).json({ error: 'not_found' })
    const fields = (request.body ?? {}) as Fields
    const status = oneOf(fields, 'status', ['ACTIVE', 'SUSPENDED', 'DISCARDED'])
    if (token.status === 'DISCARDED') return void response.status(409).json({ error: 'discarded' })
    const occurredAt = new Date().toISOString()
    const body = { service, instrumentRef, status, eventId: randomUUID(), occurredAt }
    const url = `${operatorUrl}/tokens/lifecycle`
    journal.record(
      tokens.changed({ instrumentRef, status }),
      message({ sender: 'tokens', url, body }),
    )
    response.json(body)
  })
  return router
}
