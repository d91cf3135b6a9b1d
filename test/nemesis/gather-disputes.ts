import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import type { BankDispute, End, Move } from './evidence.ts'
import { subjectOf } from './evidence.ts'
import { read } from './payer.ts'
import { minor } from './rules/rule.ts'

const PAUSE_MS = 500
/** On its way to the bank, or looked at by it. */
const moving = ['SUBMITTING', 'ACCEPTING', 'UNDER_REVIEW']

/** What cardholders dispute, as their bank has it. */
export async function disputedAtBank({ stack }: World): Promise<BankDispute[]> {
  const rows: Json[] = (await send(`${stack.info.sandbox}/acquirer/disputed`)).body
  return rows.map(({ reference, stage, status, amountMinor, currency, moves, raised }) => ({
    reference,
    stage,
    status,
    amountMinor,
    currency,
    isAnswered: status !== 'NEEDS_RESPONSE' || raised === true,
    moves: moves.map((move: Move) => ({ kind: move.kind, amountMinor: move.amountMinor })),
  }))
}

/** All disputes by their ids, when the merchant knows of each that the bank has, or the time is over. */
export async function listDisputes(world: World, forMs: number): Promise<string[]> {
  const until = Date.now() + forMs
  for (;;) {
    const known = await readAll(world)
    const paymentIds = new Set(known.map(({ paymentId }) => paymentId as string))
    const isWhole = (await disputedAtBank(world)).every(({ reference }) =>
      paymentIds.has(subjectOf(reference)),
    )
    if (isWhole || Date.now() > until) return known.map(({ disputeId }) => disputeId as string)
    await sleep(PAUSE_MS)
  }
}

async function readAll(world: World): Promise<Json[]> {
  const rows: Json[] = []
  for (let query: string | undefined = '?limit=100'; query !== undefined;) {
    const page: Json = await read(world, `/disputes${query}`)
    if (page === undefined) {
      await sleep(PAUSE_MS)
      continue
    }
    rows.push(...page.disputes)
    query = page.nextCursor && `?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`
  }
  return rows
}

export const isUnderWay = ({ kind, status }: End): boolean =>
  kind === 'dispute' && moving.includes(status)

/** How a dispute stands, as its merchant reads it; nothing when nobody answered. */
export async function endOfDispute(world: World, id: string): Promise<End[]> {
  const seen = await read(world, `/disputes/${id}`)
  if (seen === undefined) return []
  const { paymentId, stage, moves, problem } = seen
  return [
    {
      id,
      kind: 'dispute',
      status: seen.status,
      isHold: false,
      amountMinor: minor(seen.amount),
      currency: seen.currency,
      amounts: { authorizedMinor: 0, capturedMinor: 0, refundedMinor: 0 },
      transactions: [],
      dispute: {
        paymentId,
        stage,
        moves: moves.map(({ kind, amount }: Json) => ({ kind, amountMinor: minor(amount) })),
        ...(problem !== undefined && { problem }),
      },
    },
  ]
}
