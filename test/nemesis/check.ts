import type { Evidence } from './evidence.ts'
import {
  acknowledgedHappenedOnce,
  answersAreStable,
  onlyCommandedHappened,
} from './rules/commands.ts'
import { chargedAsOrdered, oneCreateOnePayment } from './rules/creates.ts'
import { disputesAreTheBanks } from './rules/disputes.ts'
import { noStatusGoesBack, nothingIsStuck } from './rules/endings.ts'
import { balanceAddsUp, moneyAddsUp, nothingUnknown } from './rules/money.ts'
import { everythingTold, toldInOrder } from './rules/notifications.ts'
import type { Finding, Rule } from './rules/rule.ts'
import { openCase } from './rules/rule.ts'
import { historyOf } from './history.ts'

export interface Violation extends Finding {
  rule: RuleName
  clause: string
  /** Everything that is known of its subject, oldest first. */
  history: string[]
}

/** What became of one clause: how much it had to judge, and what was wrong. */
export interface Verdict {
  rule: RuleName
  clause: string
  judged: number
  violations: Violation[]
}

/** What the gateway promises, each judged by what is seen from outside alone. */
export const rules = {
  'one create makes one payment': oneCreateOnePayment,
  'what is ordered is what is charged': chargedAsOrdered,
  'what was acknowledged happened once': acknowledgedHappenedOnce,
  'only what was commanded happened': onlyCommandedHappened,
  'money adds up': moneyAddsUp,
  'the balance adds up': balanceAddsUp,
  'nobody is charged for the unknown': nothingUnknown,
  'disputes are those of the bank': disputesAreTheBanks,
  'answers under a key are stable': answersAreStable,
  'no status goes backwards': noStatusGoesBack,
  'notifications are genuine and in order': toldInOrder,
  'everything is told': everythingTold,
  'nothing is stuck': nothingIsStuck,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

/** One verdict for each clause of each rule. */
export function check(evidence: Evidence): Verdict[] {
  const found = openCase(evidence)
  return (Object.entries(rules) as [RuleName, Rule][]).flatMap(([rule, clauses]) =>
    Object.entries(clauses).map(([clause, judge]) => {
      const { judged, findings } = judge(found)
      const violations = findings.map((finding) => ({
        ...finding,
        rule,
        clause,
        history: historyOf(finding.subject, found),
      }))
      return { rule, clause, judged, violations }
    }),
  )
}

export const violationsOf = (verdicts: readonly Verdict[]): Violation[] =>
  verdicts.flatMap(({ violations }) => violations)
