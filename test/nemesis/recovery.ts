import { percentiles } from '../bench/measure.ts'
import type { Command, GivenAnswer } from './evidence.ts'

/** The death of an API, the how-manieth it is among them, and when. */
export interface Death {
  api: number
  at: number
}

/** How long it took, in ms, in the middle and at the most. */
export interface Spread {
  count: number
  p50: number
  p99: number
  most: number
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

const isAnswer = ({ status }: GivenAnswer): boolean =>
  status !== 0 && status !== 429 && status < 500

function spreadOf(waits: readonly number[]): Spread {
  const { p50, p99 } = percentiles(waits)
  return { count: waits.length, p50, p99, most: Math.max(0, ...waits) }
}
