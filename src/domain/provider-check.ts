import { formatGivenMoney } from './money.ts'
import type { Event } from './payment/events.ts'
import type { Entry } from './actor/entry.ts'
import type { Call } from './actor/call.ts'
import { callWays } from './payment/call-ways.ts'
import type { Payment } from './payment/payment.ts'
import { statusOfPhase } from './payment/phase.ts'

/** One line of a provider's own log. */
export interface ProviderRow {
  reference: string
  operation: string
  amountMinor: number
  currency: string
  processed: boolean
  /** What is held after it, where the provider releases the rest by itself. */
  heldMinor?: number
}

export interface ProviderFinding {
  expected: string
  found: string
}

/**
 * Holds the providers' log against a payment that waits for nobody: everything that was processed was
 * asked for by us, and what it comes to is what we have written down.
 */
export function checkProvider(
  payment: Payment,
  journal: readonly Entry<Event>[],
  log: readonly ProviderRow[],
): ProviderFinding[] {
  if (payment.calls.length > 0) return []
  const calls = callsOf(journal)
  const moves = log.filter(
    ({ processed, operation }) => processed && !['inquire', 'settle', 'return'].includes(operation),
  )
  // What failed after all has moved nothing in the end.
  const returned = new Set(
    log.filter(({ operation }) => operation === 'return').map(({ reference }) => reference),
  )
  const known = moves.flatMap((row) => {
    const call = calls.get(keyOf(row.operation, row.reference))
    return call && !returned.has(row.reference) ? [{ row, call }] : []
  })
  const unknown = moves.filter((row) => !calls.has(keyOf(row.operation, row.reference)))
  return [
    ...unknown.map(({ operation, reference }) => ({
      expected: 'nothing',
      found: `${operation} ${reference}`,
    })),
    ...known.flatMap((move) => amountFinding(move, payment)),
    ...accountFindings(payment, accountOf(known, payment.options.transKind !== 'PREAUTH')),
  ]
}

interface Move {
  row: ProviderRow
  call: Call
}

interface Account {
  heldMinor: number
  chargedMinor: number
  refundedMinor: number
}

const keyOf = (operation: string, reference: string): string => `${operation} ${reference}`

/** Everything that the payment has asked of the world, by what it is called there. */
function callsOf(journal: readonly Entry<Event>[]): Map<string, Call> {
  const calls = journal.flatMap(({ events }) => events.flatMap(({ call }) => call ?? []))
  return new Map(calls.map((call) => [keyOf(callWays[call.kind].atProvider, call.reference), call]))
}

function amountFinding({ row, call }: Move, { order }: Payment): ProviderFinding[] {
  if (row.operation === 'reverse') return []
  const same = row.amountMinor === call.amountMinor && row.currency === order.currency
  const said = (amountMinor: number, currency: string) =>
    `${row.operation} ${row.reference} of ${formatGivenMoney(amountMinor, currency)}`
  return same
    ? []
    : [
        {
          expected: said(call.amountMinor, order.currency),
          found: said(row.amountMinor, row.currency),
        },
      ]
}

/** What the provider's rows come to, as a provider reckons it. */
function accountOf(moves: readonly Move[], isSale: boolean): Account {
  const account: Account = { heldMinor: 0, chargedMinor: 0, refundedMinor: 0 }
  const standing = new Map<string, Move & { previousMinor: number }>()
  for (const move of moves) {
    const { row, call } = move
    standing.set(row.reference, { ...move, previousMinor: account.heldMinor })
    if (row.operation === 'authorize') {
      account.heldMinor = row.amountMinor
      if (isSale) account.chargedMinor += row.amountMinor
    }
    if (row.operation === 'adjust') account.heldMinor = row.amountMinor
    if (row.operation === 'capture') account.chargedMinor += row.amountMinor
    if (row.operation === 'refund') account.refundedMinor += row.amountMinor
    if (row.heldMinor !== undefined) account.heldMinor = row.heldMinor
    if (row.operation !== 'reverse') continue
    if (call.reason === 'REMAINDER') account.heldMinor -= row.amountMinor
    else undo(account, standing, call.originalReference ?? '', isSale)
  }
  return account
}

function undo(
  account: Account,
  standing: Map<string, Move & { previousMinor: number }>,
  reference: string,
  isSale: boolean,
): void {
  const original = standing.get(reference)
  if (!original) return
  standing.delete(reference)
  const { operation, amountMinor } = original.row
  if (operation === 'authorize') {
    account.heldMinor = 0
    if (isSale) account.chargedMinor -= amountMinor
  }
  if (operation === 'adjust') account.heldMinor = original.previousMinor
  if (operation === 'capture') account.chargedMinor -= amountMinor
  if (operation === 'refund') account.refundedMinor -= amountMinor
}

function accountFindings(payment: Payment, account: Account): ProviderFinding[] {
  const stands = ['COMPLETED', 'SETTLED'].includes(statusOfPhase[payment.phase])
  const keptMinor = stands ? payment.capturedMinor - payment.refundedMinor : 0
  const isHeld = payment.phase === 'authorized'
  const standingMinor = isHeld ? payment.authorizedMinor : payment.capturedMinor
  const heldMinor = stands ? standingMinor || payment.authorizedMinor : 0
  const isHold = payment.options.transKind === 'PREAUTH'
  return [
    ...difference('kept', keptMinor, account.chargedMinor - account.refundedMinor),
    ...(isHold ? difference('held', heldMinor, account.heldMinor) : []),
  ]
}

const difference = (name: string, expected: number, found: number): ProviderFinding[] =>
  expected === found ? [] : [{ expected: `${name} ${expected}`, found: `${name} ${found}` }]
