import type { DisputeReason, MoveKind, SaidStatus, Stage } from './words.ts'
import { stages } from './words.ts'

/** What a provider says of a dispute: how it stands, and what money it has moved. Either may be absent. */
export interface DisputeFacts {
  word?: Word
  moves: Move[]
  /** Of a provider that says no more than this when it is asked: whether it still takes an answer. */
  awaits?: boolean
}

/** How a dispute stands, as its provider said it once. */
export interface Word {
  stage: Stage
  status: SaidStatus
  reason: DisputeReason
  networkReason?: string
  amountMinor: number
  /** Until when evidence is taken, in epoch milliseconds. */
  dueBy?: number
  /** When it was said, by the provider's clock. */
  at: number
}

/** Money that a provider took or gave back; its own name of it makes it one, however often it is told. */
export interface Move {
  moveId: string
  kind: MoveKind
  amountMinor: number
  at: number
}

/** The name of a fee that comes with a move and has none of its own. */
export const feeMoveOf = (moveId: string): string => `${moveId}-fee`

/**
 * Whether one word stands over another, whichever came first. A dispute goes from stage to stage and in
 * each from question to answer, so that clocks decide only between two answers of one stage.
 */
export function standsOver(one: Word, other: Word): boolean {
  const [left, right] = [rankOf(one), rankOf(other)]
  const place = left.findIndex((part, index) => part !== right[index])
  return place !== -1 && (left[place] ?? 0) > (right[place] ?? 0)
}

const rankOf = ({ stage, status, at, dueBy = 0, amountMinor }: Word): number[] => [
  stages.indexOf(stage),
  progress[status],
  at,
  order.indexOf(status),
  dueBy,
  amountMinor,
]

const progress: Record<SaidStatus, number> = {
  NEEDS_RESPONSE: 0,
  UNDER_REVIEW: 1,
  WON: 2,
  LOST: 2,
  WITHDRAWN: 2,
}

const order: readonly SaidStatus[] = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST', 'WITHDRAWN', 'WON']

/** The moves that are not known yet, each once, in the order of their names. */
export function newMoves(known: readonly Move[], reported: readonly Move[]): Move[] {
  const names = new Set(known.map(({ moveId }) => moveId))
  const fresh = new Map(
    reported.filter(({ moveId }) => !names.has(moveId)).map((move) => [move.moveId, move]),
  )
  return [...fresh.values()].sort(byName)
}

/** In one order, whichever they came in. */
export const withMoves = (known: readonly Move[], fresh: readonly Move[]): Move[] =>
  [...known, ...fresh].sort((a, b) => a.at - b.at || byName(a, b))

const byName = (a: Move, b: Move): number => (a.moveId < b.moveId ? -1 : 1)

/** What is gone from the merchant at present; fees are apart. */
export const withdrawnMinor = (moves: readonly Move[]): number =>
  sumOf(moves, 'WITHDRAWN') - sumOf(moves, 'REINSTATED')

export const sumOf = (moves: readonly Move[], kind: MoveKind): number =>
  moves.reduce((sum, move) => (move.kind === kind ? sum + move.amountMinor : sum), 0)
