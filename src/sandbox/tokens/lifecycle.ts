import { randomUUID } from 'node:crypto'
import type { Request, Response, Router } from 'express'
import express from 'express'
import { InvalidField, oneOf, optionalText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { Plan } from '../scheduler.ts'
import type { NetworkToken, NetworkTokens } from './network-tokens.ts'

/** Lets a tester be the card network: suspend a token, wake it, end it or renew its card; the gateway is told. */
export function createLifecycle(
  journal: Journal,
  tokens: NetworkTokens,
  message: Plan<Message>,
  operatorUrl: string,
): Router {
  const change =
    (make: (token: NetworkToken, fields: Fields) => Change) =>
    (request: Request<Record<string, string>>, response: Response): void => {
      const { service = '', instrumentRef = '' } = request.params
      const token = tokens.find(service, instrumentRef)
      if (!token) return void response.status(404).json({ error: 'not_found' })
      const { entry, ...said } = make(token, (request.body ?? {}) as Fields)
      if (token.status === 'DISCARDED')
        return void response.status(409).json({ error: 'discarded' })
      const occurredAt = new Date().toISOString()
      const body = { service, instrumentRef, ...said, eventId: randomUUID(), occurredAt }
      const url = `${operatorUrl}/tokens/lifecycle`
      journal.record(entry, message({ sender: 'tokens', url, body }))
      response.json(body)
    }
  const router = express.Router()
  router.post(
    '/:service/tokens/:instrumentRef/state',
    change(({ instrumentRef }, fields) => {
      const status = oneOf(fields, 'status', ['ACTIVE', 'SUSPENDED', 'DISCARDED'])
      return { status, entry: tokens.changed({ instrumentRef, status }) }
    }),
  )
  router.post(
    '/:service/tokens/:instrumentRef/renewal',
    change((token, fields) => {
      const { instrumentRef } = token
      const expDate = digits('expDate', text(fields, 'expDate'), 6)
      const last4 = digits('last4', optionalText(fields, 'last4') ?? token.last4, 4)
      const entry = tokens.renewed({ instrumentRef, last4, expDate })
      return { status: 'RENEWED', last4, expDate, entry }
    }),
  )
  return router
}

type Change = { status: string; entry: Entry } & Record<string, unknown>

function digits(name: string, value: string, length: number): string {
  if (!/^\d+$/.test(value) || value.length !== length)
    throw new InvalidField(name, `${String(length)} digits`)
  return value
}
