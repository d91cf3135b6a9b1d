import type { Evidence } from './evidence.ts'
import {
  acknowledgedHappenedOnce,
  answersAreStable,
  oneCreateOnePayment,
  onlyCommandedHappened,
} from './rules/commands.ts'
import { nothingIsStuck } from './rules/endings.ts'
import { balanceAddsUp, moneyAddsUp, nothingUnknown } from './rules/money.ts'
import { everythingTold, toldInOrder } from './rules/notifications.ts'
import type { Finding, Rule } from './rules/rule.ts'
import { openCase } from './rules/rule.ts'
import { historyOf } from './history.ts'

export interface Violation extends Finding {
  rule: RuleName
  /** Everything that is known of its subject, oldest first. */
  history: string[]
}

/** What the gateway promises, each judged by what is seen from outside alone. */
export const rules = {
  'one create makes one payment': oneCreateOnePayment,
  'what was acknowledged happened once': acknowledgedHappenedOnce,
  'only what was commanded happened': onlyCommandedHappened,
  'money adds up': moneyAddsUp,
  'the balance adds up': balanceAddsUp,
  'nobody is charged for the unknown': nothingUnknown,
  'answers under a key are stable': answersAreStable,
  'notifications are genuine and in order': toldInOrder,
  'everything is told': everythingTold,
  'nothing is stuck': nothingIsStuck,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export function check(evidence: Evidence): Violation[] {
  const found = openCase(evidence)
  return (Object.entries(rules) as [RuleName, Rule][]).flatMap(([rule, findings]) =>
    findings(found).map((finding) => ({
      ...finding,
      rule,
      history: historyOf(finding.subject, found),
    })),
  )
}
