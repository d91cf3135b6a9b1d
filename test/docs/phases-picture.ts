import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EventType } from '../../src/domain/payment/events.ts'
import { eventRules } from '../../src/domain/payment/operations/index.ts'
import type { Phase } from '../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'

export const page = fileURLToPath(new URL('../../docs/architecture.md', import.meta.url))

const START = '<!-- phases: made by test/docs/phases-picture.ts -->\n'
const END = '<!-- end of phases -->\n'

/** The page with the picture of all phases, made of the rules of the events. */
export function pageWithPhases(text: string): string {
  const [from, to] = [text.indexOf(START) + START.length, text.indexOf(END)]
  return `${text.slice(0, from)}\n${picture()}\n\n${ends()}\n\n${text.slice(to)}`
}

interface Arrow {
  from: Phase
  to: Phase
  events: EventType[]
}

/** The ends that nearly every phase can come to; their arrows would hide all others. */
const failedEnds: readonly Phase[] = ['rejected', 'cancelled', 'errored']

const picture = (): string =>
  [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> gathering: created',
    ...arrows()
      .filter(({ to }) => !failedEnds.includes(to))
      .map(({ from, to, events }) => `  ${from} --> ${to}: ${events.join(', ')}`),
    '```',
  ].join('\n')

const ends = (): string =>
  [
    '| End | From |',
    '|---|---|',
    ...failedEnds.map((end) => {
      const from = arrows().flatMap((arrow) => (arrow.to === end ? [arrow.from] : []))
      return `| ${end} | ${from.join(', ')} |`
    }),
  ].join('\n')

function arrows(): Arrow[] {
  const phases = Object.keys(statusOfPhase) as Phase[]
  const all = phases.flatMap((from) =>
    phases.map((to) => ({ from, to, events: between(from, to) })),
  )
  return all.filter(({ events }) => events.length > 0)
}

const between = (from: Phase, to: Phase): EventType[] =>
  Object.entries(eventRules).flatMap(([type, { moves }]) =>
    moves !== 'none' && moves.to === to && moves.from.includes(from) ? [type as EventType] : [],
  )

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(page, pageWithPhases(readFileSync(page, 'utf8')))
