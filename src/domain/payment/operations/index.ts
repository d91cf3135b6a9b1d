import type { Event, EventType } from '../events.ts'
import type { Phase } from '../phase.ts'
import { statusOfPhase } from '../phase.ts'
import { acquirerNews } from './acquirer-news.ts'
import { adjustment } from './adjustment.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { capture } from './capture.ts'
import { end } from './end.ts'
import { fraudWarning } from './fraud-warning.ts'
import { lateCharge } from './late-charge.ts'
import { lateMoney } from './late-money.ts'
import type {
  CallRules,
  CommandRules,
  DeadlineRules,
  EventRule,
  EventRules,
  Operation,
} from './operation.ts'
import { payer } from './payer.ts'
import { redirection } from './redirect.ts'
import { refund } from './refund.ts'
import { registration } from './registration.ts'
import { returnedCapture } from './returned-capture.ts'
import { returnedRefund } from './returned-refund.ts'
import { reversal } from './reversal.ts'
import { routing } from './routing.ts'
import { settlement } from './settlement.ts'
import { taking } from './taking.ts'
import { upkeep } from './upkeep.ts'
import { wallet } from './wallet.ts'

export const operations = [
  registration,
  wallet,
  authentication,
  routing,
  authorization,
  redirection,
  acquirerNews,
  payer,
  taking,
  lateMoney,
  lateCharge,
  end,
  capture,
  returnedCapture,
  adjustment,
  reversal,
  refund,
  returnedRefund,
  fraudWarning,
  settlement,
  upkeep,
] as const

/** What each operation says of its own, put together: what none of them says does not compile. */
export const commandRules: CommandRules = together('commands')
export const deadlineRules: DeadlineRules = together('deadlines')
export const callRules: CallRules = together('calls')
export const eventRules: EventRules = together('events')

function together<Part extends keyof Operation>(
  part: Part,
): AllOf<(typeof operations)[number][Part]> {
  const parts: object[] = operations.map((operation) => operation[part])
  return Object.assign({}, ...parts) as AllOf<(typeof operations)[number][Part]>
}

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export const ruleOf = ({ type }: Event): EventRule => eventRules[type] as EventRule

/** The next phase, or undefined when the event does not happen in this one or leaves it alone. */
export function nextPhase(phase: Phase, type: EventType): Phase | undefined {
  const { moves } = eventRules[type]
  return moves !== 'none' && moves.from.includes(phase) ? moves.to : undefined
}

/** Whatever leads from NEW to PENDING. */
export function isStart(type: EventType): boolean {
  const phase = nextPhase('gathering', type)
  return phase !== undefined && statusOfPhase[phase] === 'PENDING'
}
