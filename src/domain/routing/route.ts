import { present } from '../present.ts'
import type { Circuit } from './circuit.ts'
import type { RoutedPayment, RouteRule, RouteTarget } from './rule.ts'
import { unmetConditions } from './rule.ts'

/** Who asks the cardholder of a charge: a 3-D Secure server, or the acquirer itself with the charge. */
export interface AuthenticationWay {
  by: 'server' | 'acquirer'
  /** The merchant's account at the server; absent: the one that it names for all. */
  threeds?: string
  /** Where an exemption is claimed it goes with the charge, and nobody is asked before. */
  exempt?: true
}

/** What is known of an account when a way is looked for. */
export interface AccountStanding {
  via: string
  circuit: Circuit
  failures: number
  /** Why it cannot take this payment at all. */
  unable?: string
  /** This payment was there already. */
  tried?: true
  /** Absent where the installation's server asks, as ever. */
  authentication?: AuthenticationWay
}

/** The way that was chosen for a charge, and why; it is kept with the payment. */
export interface RouteChoice {
  /** The rule that fits; absent: none does. */
  rule?: string
  /** The account; absent: there is none to go to. */
  via?: string
  /** How many more accounts may be tried after this one. */
  others: number
  /** The charge finds out whether the account works again. */
  trial?: true
  /** Who asks the cardholder of a charge through it. */
  authentication?: AuthenticationWay
  /** All accounts of the rule, in the order in which they are preferred. */
  accounts: AccountStanding[]
}

/** The part of it that a payment goes by. */
export type Way = Pick<RouteChoice, 'via' | 'others' | 'trial' | 'authentication'>

/** What has to be remembered of a choice; the account is the merchant's one where no rule names another. */
export const wayOf = ({ via, others, trial, authentication }: RouteChoice, own?: string): Way => ({
  ...present({ via: via ?? own }),
  others,
  ...present({ trial, authentication }),
})

/** Each account is one more time that a payer waits, and one more question to the issuer. */
const MAX_ACCOUNTS = 3

/** The rule that decides: the first that fits. */
export const ruleFor = (
  payment: RoutedPayment,
  rules: readonly RouteRule[],
): RouteRule | undefined => rules.find((rule) => unmetConditions(rule, payment).length === 0)

/**
 * Which account a charge goes through. Pure, and the same for the same payment: what a rule splits is
 * drawn by the payment's id. An account whose circuit is open comes last, but it is better than none.
 */
export function route(
  payment: RoutedPayment,
  rules: readonly RouteRule[],
  health: readonly AccountStanding[],
): RouteChoice {
  const rule = ruleFor(payment, rules)
  if (!rule) return { others: 0, accounts: [] }
  const preferred = inOrder(rule.to, payment.paymentId).map(({ via }) => standingOf(via, health))
  const accounts = [
    ...preferred.filter(({ circuit }) => circuit !== 'open'),
    ...preferred.filter(({ circuit }) => circuit === 'open'),
  ]
  const tried = accounts.filter((account) => account.tried).length
  const left = accounts.filter((account) => !account.tried && account.unable === undefined)
  const [first, ...others] = left.slice(0, MAX_ACCOUNTS - tried)
  return {
    rule: rule.name,
    ...(first && { via: first.via }),
    others: others.length,
    ...(first?.circuit === 'halfOpen' && { trial: true }),
    ...(first?.authentication && { authentication: first.authentication }),
    accounts,
  }
}

const standingOf = (via: string, health: readonly AccountStanding[]): AccountStanding =>
  health.find((one) => one.via === via) ?? { via, circuit: 'closed', failures: 0 }

/** As written; where shares are named, whose turn it is comes first. */
function inOrder(targets: readonly RouteTarget[], paymentId: string): RouteTarget[] {
  const total = targets.reduce((sum, { weight = 0 }) => sum + weight, 0)
  if (total === 0) return [...targets]
  let left = hashOf(paymentId) % total
  const first = targets.find(({ weight = 0 }) => (left -= weight) < 0)
  return first ? [first, ...targets.filter((one) => one !== first)] : [...targets]
}

/** FNV-1a, and a last stirring: the same number for the same text, evenly spread. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
