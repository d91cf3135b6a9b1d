import type { Router } from 'express'
import express from 'express'
import type { Entry, Journal } from './journal.ts'

/** One thing that moved money or asked about it. */
export interface Row {
  provider: 'acquirer' | 'blik' | 'bank' | 'stripe' | 'autopay' | 'przelewy24' | 'adyen'
  reference: string
  operation: MoneyOperation
  amountMinor: number
  currency: string
  /** The books changed, or a reversal was acknowledged even if there was nothing to undo. */
  processed: boolean
  result: string
  /** What is held after it, where the rest is released without being asked for. */
  heldMinor?: number
  /** Of an authorisation: the merchant as the acquirer was told of it. */
  merchant?: object
  receivedAt: string
  /** Null when the caller never gets this answer. */
  answeredAt: string | null
}

/** `return`: what was done under this reference has failed after all. */
export type MoneyOperation =
  | 'authorize'
  | 'capture'
  | 'adjust'
  | 'reverse'
  | 'refund'
  | 'return'
  | 'inquire'
  | 'settle'

export interface MoneyLog {
  row(row: Row): Entry
  router: Router
}

/** What an outsider may hold against the gateway's own books. */
export function createMoneyLog(journal: Journal): MoneyLog {
  const rows: Row[] = []
  const router = express.Router()
  router.get('/acquirer/log', (request, response) => {
    const { reference } = request.query
    const prefix = typeof reference === 'string' ? reference : ''
    response.json(rows.filter((row) => row.reference.startsWith(prefix)))
  })
  return { row: journal.topic<Row>('money', (row) => rows.push(row)), router }
}
