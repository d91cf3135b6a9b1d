import { acceptance } from './acceptance.ts'
import { deadline } from './deadline.ts'
import { evidence } from './evidence.ts'
import { inquiry } from './inquiry.ts'
import type { CallRules, CommandRules, DeadlineRules, EventRule, EventRules } from './operation.ts'
import { report } from './report.ts'
import { submission } from './submission.ts'
import { upkeep } from './upkeep.ts'
import type { DisputeEvent } from '../events.ts'

/** One table of each kind, of all operations: without a rule for each name it does not compile. */
export const commandRules: CommandRules = {
  ...report.commands,
  ...evidence.commands,
  ...submission.commands,
  ...acceptance.commands,
  ...inquiry.commands,
  ...upkeep.commands,
}

export const deadlineRules: DeadlineRules = {
  ...deadline.deadlines,
  ...inquiry.deadlines,
  ...upkeep.deadlines,
}

export const callRules: CallRules = { ...submission.calls, ...acceptance.calls, ...inquiry.calls }

const eventRules: EventRules = {
  ...report.events,
  ...evidence.events,
  ...submission.events,
  ...acceptance.events,
  ...deadline.events,
  ...inquiry.events,
  ...upkeep.events,
}

export const ruleOf = ({ type }: DisputeEvent): EventRule => eventRules[type] as EventRule
