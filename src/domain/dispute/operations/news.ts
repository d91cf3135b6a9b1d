import type { Dispute } from '../dispute.ts'
import type { DisputeEvent } from '../events.ts'
import type { DisputeFacts } from '../facts.ts'
import { newMoves, standsOver } from '../facts.ts'

/** What is new of it, if anything; `answers` ends the call that brought it. */
export function news(
  dispute: Dispute,
  { word, moves }: DisputeFacts,
  answers?: string,
): DisputeEvent[] {
  const fresh = newMoves(dispute.moves, moves)
  const isNews = word && (!dispute.word || standsOver(word, dispute.word))
  if (!isNews && fresh.length === 0) return []
  return [{ type: 'told', ...(isNews && { word }), moves: fresh, ...(answers && { answers }) }]
}
