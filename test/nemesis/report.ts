import type { Spread } from '../bench/measure.ts'
import type { Verdict } from './check.ts'
import { rules, violationsOf } from './check.ts'
import type { Command, End } from './evidence.ts'
import { verdictOf } from './evidence.ts'
import type { Options } from './options.ts'
import { isNormal, OVERLOAD_CLIENTS } from './overload.ts'
import type { Run } from './run.ts'

/** Each violation with its whole history; a rule that is broken a hundred times shows a few. */
const SHOWN = 5

export interface Report {
  text: string
  isGood: boolean
}

export function writeReport(options: Options, run: Run, verdicts: Verdict[]): Report {
  const violations = violationsOf(verdicts)
  const isRested = run.waits === undefined || isNormal(run.waits)
  const lines = [
    `seed ${options.seed}, ${options.minutes} min, ${options.rate} payments (${options.sales} % plain sales) and ${options.faultsPerMinute} faults a minute, ${options.clients} clients at most`,
    ...totals(run),
    ...(run.waits
      ? [
          `  rush           ${OVERLOAD_CLIENTS} clients; a sale took ${run.waits.before} ms before and ${run.waits.after} ms 10 s after${isRested ? '' : ': TOO LONG'}`,
          `                 ${run.waits.refusals.count} turned away, after ${inMs(run.waits.refusals)}`,
        ]
      : []),
    ...(run.recovery.any.count > 0
      ? [
          `  dead APIs      ${run.recovery.any.count}; the next answer of any came after ${inMs(run.recovery.any)}`,
          `                 of the same process after ${inMs(run.recovery.same)}`,
        ]
      : []),
    ...exercised(verdicts),
    `  violations     ${violations.length}`,
    ...Object.keys(rules).flatMap((rule) => {
      const broken = violations.filter((one) => one.rule === rule)
      return [
        `    ${broken.length === 0 ? '✓' : '✗'} ${rule}${broken.length === 0 ? '' : `: ${broken.length}`}`,
        ...broken
          .slice(0, SHOWN)
          .flatMap(({ subject, clause, text, history }) => [
            `        ${subject} ${text} (${clause})`,
            ...history.map((line) => `            ${line}`),
          ]),
      ]
    }),
  ]
  return { text: lines.join('\n'), isGood: violations.length === 0 && isRested }
}

const inMs = ({ p50, p99, most }: Spread): string =>
  `${Math.round(p50)} ms (p50), ${Math.round(p99)} ms (p99), ${Math.round(most)} ms at the most`

/** A rule that had nothing to judge has shown nothing, and says so. */
export function exercised(verdicts: readonly Verdict[]): string[] {
  const idle = verdicts.filter(({ judged }) => judged === 0)
  const judged = verdicts.reduce((sum, one) => sum + one.judged, 0)
  const isIdle = (rule: string) => verdicts.every((one) => one.rule !== rule || one.judged === 0)
  const names = Object.keys(rules)
  return [
    `  rules          ${names.filter((rule) => !isIdle(rule)).length} of ${names.length} exercised: ${verdicts.length - idle.length} of ${verdicts.length} clauses, ${judged} judgements`,
    ...idle.map(({ rule, clause }) => `    – never exercised: ${rule}: ${clause}`),
  ]
}

function totals({ evidence, faults, leftOut }: Run): string[] {
  const { commands, ends, books, notes } = evidence
  const of = (wanted: End['kind']) => ends.filter(({ kind }) => kind === wanted).length
  const verdicts = count(commands, verdictOf)
  const statuses = count(
    commands.flatMap(({ answers }) => answers),
    ({ status }) => (status === 0 ? 'none' : String(status)),
  )
  return [
    `  payments       ${of('payment')}, cards ${of('tokenization')}, disputes ${of('dispute')} (${count(ends, ({ status }) => status)})`,
    `  commands       ${commands.length}, ${commands.filter(({ key }) => key === undefined).length} of them without a key (${verdicts})`,
    `  by kind        ${count(commands, ({ name }: Command) => name)}`,
    `  answers        ${statuses}`,
    `  books, mail    ${books.length} rows (${count(books, ({ provider }) => provider)}), ${notes.length} notifications`,
    `  faults         ${faults}${leftOut === 0 ? '' : `; ${leftOut} left out (full disks where none can be mounted, a roll-out beside another)`}`,
  ]
}

function count<T>(items: readonly T[], nameOf: (item: T) => string): string {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')
}
