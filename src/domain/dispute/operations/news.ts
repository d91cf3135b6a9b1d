import type { Dispute } from '../dispute.ts'
import type { DisputeEvent } from '../events.ts'
import type { DisputeFacts } from '../facts.ts'
import type { Word } from '../facts.ts'
import { newMoves, standsOver } from '../facts.ts'
import { isFinalWord } from '../final-word.ts'
import { stages } from '../words.ts'

/** What is new of it, if anything; `answers` ends the call that brought it. */
export function news(
  dispute: Dispute,
  { word: said, moves }: DisputeFacts,
  answers?: string,
): DisputeEvent[] {
  const word = said && inStage(said, dispute.word)
  const fresh = newMoves(dispute.moves, moves)
  const isNews = word && (!dispute.word || standsOver(word, dispute.word))
  if (!isNews && fresh.length === 0) return []
  return [{ type: 'told', ...(isNews && { word }), moves: fresh, ...(answers && { answers }) }]
}

/** Some providers end every stage with the same word: it is of the one that stands, when it is newer. */
const inStage = (said: Word, standing: Word | undefined): Word =>
  standing &&
  isFinalWord(said) &&
  said.at > standing.at &&
  stages.indexOf(said.stage) < stages.indexOf(standing.stage)
    ? { ...said, stage: standing.stage }
    : said
