import { spreadOf } from '../bench/measure.ts'
import type { Spread } from '../bench/measure.ts'
import { isAnswer } from './evidence.ts'
import type { Command, GivenAnswer } from './evidence.ts'

/** The death of an API, the how-manieth it is among them, and when. */
export interface Death {
  api: number
  at: number
}

export interface Recovery {
  /** Until a merchant had an answer from whichever API. */
  any: Spread
  /** Until the one that had died gave one. */
  same: Spread
}

/** What merchants noticed of each death; one that nobody asked after says nothing. */
export function recoveryOf(deaths: readonly Death[], commands: readonly Command[]): Recovery {
  const heard = commands
    .flatMap(({ answers }) => answers)
    .filter(isAnswer)
    .toSorted((one, other) => one.at - other.at)
  const waits = (isIts: (answer: GivenAnswer, death: Death) => boolean) =>
    deaths.flatMap((death) => {
      const next = heard.find((answer) => answer.at > death.at && isIts(answer, death))
      return next ? [next.at - death.at] : []
    })
  return {
    any: spreadOf(waits(() => true)),
    same: spreadOf(waits((answer, death) => answer.api === death.api)),
  }
}

/** How long it took to be turned away, of those that were. */
export const refusalsOf = (commands: readonly Command[]): Spread =>
  spreadOf(
    commands.flatMap(({ sentAt, answers: [first, ...more] }) =>
      first?.status === 503 && more.length === 0 ? [first.at - sentAt] : [],
    ),
  )
