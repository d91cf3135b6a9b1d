import { authenticationWay } from '../src/connectors/authentication-way.ts'
import { unableBecause } from '../src/connectors/unable-because.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { circuitOf } from '../src/domain/routing/circuit.ts'
import type { AccountStanding, RouteChoice } from '../src/domain/routing/route.ts'
import { route, ruleFor } from '../src/domain/routing/route.ts'
import type { RoutedPayment, RouteRule, RouteTarget } from '../src/domain/routing/rule.ts'
import { failpoint } from '../src/process/failpoint.ts'
import { readCard } from './card.ts'
import type { Deps } from './deps.ts'
import { present } from '../src/domain/present.ts'

/**
 * The way of a charge: rules and health are read once, here, and the choice goes into the history.
 * Nothing is sent, so that it may be done again.
 */
export const createRouteActivities = (deps: Deps) => ({
  route: async (request: CallRequest): Promise<Outcome> => {
    const { merchantId, ownerId, call, tried = [] } = request
    if (tried.length > 0) await failpoint('act.route.elsewhere', { key: ownerId })
    const rules = (await deps.merchants.find(merchantId))?.settings.routes ?? []
    const payment = await routedPayment(deps, request, rules)
    const targets = ruleFor(payment, rules)?.to ?? withoutRule(request)
    const health = await standings(deps, request, targets, tried)
    if (ruleFor(payment, rules) === undefined)
      return { type: 'routed', choice: plainChoice(health) }
    const choice = await trialClaimed(route(payment, rules, health), (via) =>
      deps.routing.charges.claimTrial(merchantId, via, call.reference),
    )
    return { type: 'routed', choice: choice ?? route(payment, rules, withoutTrials(health)) }
  },
})

/** Where a charge goes that no rule is about: through the merchant's own account, if it names one. */
const withoutRule = ({ via }: CallRequest): RouteTarget[] => (via === undefined ? [] : [{ via }])

/** There is nothing to choose but who asks the cardholder. */
const plainChoice = ([own]: readonly AccountStanding[]): RouteChoice => ({
  others: 0,
  ...present({ authentication: own?.authentication }),
  accounts: [],
})

/** An account that may work again is left to the one charge that tries it. */
async function trialClaimed(
  choice: RouteChoice,
  claim: (via: string) => Promise<boolean>,
): Promise<RouteChoice | undefined> {
  const { via, trial } = choice
  return !trial || via === undefined || (await claim(via)) ? choice : undefined
}

const withoutTrials = (health: readonly AccountStanding[]): AccountStanding[] =>
  health.map((one) => (one.circuit === 'halfOpen' ? { ...one, circuit: 'open' } : one))

async function routedPayment(
  deps: Deps,
  request: CallRequest,
  rules: readonly RouteRule[],
): Promise<RoutedPayment> {
  const { ownerId, method = '', currency, call, instrument, recurring } = request
  const issuerCountry = rules.some(({ when }) => when?.countries)
    ? await issuerCountryOf(deps, request)
    : undefined
  return {
    paymentId: ownerId,
    method,
    currency,
    amountMinor: call.amountMinor,
    ...(instrument?.organization && { organization: instrument.organization }),
    ...present({ issuerCountry }),
    ...present({ recurring }),
  }
}

async function issuerCountryOf(
  deps: Deps,
  { instrument, merchantId }: CallRequest,
): Promise<string | undefined> {
  const card = await readCard(deps, instrument, merchantId)
  return card && (await deps.cardBook.find(card.number))?.issuerCountry
}

async function standings(
  { routing }: Deps,
  request: CallRequest,
  targets: readonly RouteTarget[],
  tried: readonly string[],
): Promise<AccountStanding[]> {
  const { merchantId } = request
  const vias = targets.map(({ via }) => via)
  const [charges, accounts] = await Promise.all([
    routing.charges.recent(merchantId, vias),
    routing.accounts.list(merchantId),
  ])
  const now = Date.now()
  return targets.map((target) => {
    const { via } = target
    const unable = unableBecause(via, request, routing.definitions, accounts)
    const authentication = authenticationWay(target, routing.definitions, accounts)
    const { circuit, failures } = circuitOf(charges.get(via) ?? [], now)
    return {
      via,
      circuit,
      failures,
      ...present({ unable, authentication }),
      ...(tried.includes(via) && { tried: true as const }),
    }
  })
}
