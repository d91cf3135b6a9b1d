import { authenticationOutcome, challengeOutcome } from '../src/connectors/threeds/outcome.ts'
import type { BrowserData } from '../src/connectors/browser-data.ts'
import type {
  AuthenticationOutcome,
  AuthenticationRequest,
  SdkData,
  ThreeDs,
} from '../src/connectors/threeds.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { acquirerMerchantIdOf } from '../src/domain/actor/merchant-facts.ts'
import { readVia } from '../src/domain/actor/via.ts'
import { present } from '../src/domain/present.ts'
import type { VaultedCard } from './card.ts'
import { findCard, readCard } from './card.ts'
import type { Deps } from './deps.ts'
import { callProvider } from './provider-call.ts'

/** Strong authentication of the cardholder: the question itself, and how a challenge ended. */
export const createAuthenticationActivities = (deps: Deps) => ({
  authenticate: async (request: CallRequest): Promise<Outcome> => {
    const card = await cardOf(deps, request)
    if (!card) return { type: 'authenticationUnavailable' }
    return callProvider<Outcome>(deps.metrics, {
      provider: 'threeds',
      step: 'authenticate',
      ownerId: request.ownerId,
      send: (signal) => authenticate(deps, request, card, signal),
    })
  },

  /** Whatever is no result now is asked for again at the next turn, until the challenge ends. */
  inquireAuthentication: async (request: CallRequest): Promise<Outcome> =>
    callProvider<Outcome>(deps.metrics, {
      provider: 'threeds',
      step: 'result',
      ownerId: request.ownerId,
      send: async (signal) => {
        const { reference } = request.call
        const found = await (await threeDsOf(deps, request))?.result(reference, signal)
        return found?.type === 'final' ? challengeOutcome(found.outcome) : { type: 'pending' }
      },
    }),
})

/** The merchant's own account, where the payment names one; undefined when it cannot be opened. */
export const threeDsOf = (
  { threeDs, accounts }: Pick<Deps, 'threeDs' | 'accounts'>,
  { merchantId, threeds }: { merchantId: string; threeds?: string | undefined },
): Promise<ThreeDs | undefined> =>
  threeds === undefined
    ? Promise.resolve(threeDs)
    : accounts.threeds({ merchantId, ...readVia(threeds) })

/** A network's token is authenticated by its own number, which comes with a cryptogram. */
async function cardOf(deps: Deps, request: CallRequest): Promise<VaultedCard | undefined> {
  const { instrument, merchantId } = request
  if (instrument?.instrumentRef === undefined) return readCard(deps, instrument, merchantId)
  const found = await findCard(deps, request)
  return found.type === 'card' ? found.card : undefined
}

async function authenticate(
  deps: Deps,
  request: CallRequest,
  card: VaultedCard,
  signal: AbortSignal,
): Promise<Outcome> {
  const server = await threeDsOf(deps, request)
  if (!server)
    return withoutProof(deps, request, { type: 'refused', because: 'the account cannot be opened' })
  const outcome = await server.authenticate(questionOf(deps, request, card), signal)
  if (outcome.type === 'unavailable' || outcome.type === 'refused')
    return withoutProof(deps, request, outcome)
  return outcomeOf(outcome, request)
}

function questionOf(deps: Deps, request: CallRequest, card: VaultedCard): AuthenticationRequest {
  const { method, challengeMandated, amountMinor, reference } = request.call
  const statusUrl = `${deps.publicUrl}/v1/ecommerce/notifications/acs/status`
  return {
    reference,
    category: request.kind === 'VERIFY' ? 'nonPayment' : 'payment',
    number: card.number,
    expDate: card.expDate,
    organization: request.instrument?.organization,
    amountMinor,
    currency: request.currency,
    merchant: merchantOf(request),
    ...deviceOf(request),
    email: request.email,
    payer: request.payer,
    recurring: agreementOf(request),
    isNetworkToken: card.isNetworkToken,
    exemption: request.exemption,
    challengeMandated,
    mayProfile: request.mayProfile,
    method,
    notificationUrl: request.merchant.acsNotificationUrl ?? statusUrl,
    resultsUrl: statusUrl,
    purchaseDate: Date.now(),
  }
}

const merchantOf = ({ merchant, merchantId, instrument }: CallRequest) => {
  const acquirerMerchantId = acquirerMerchantIdOf(merchant, instrument?.organization)
  return { ...merchant, merchantId, acquirerMerchantId }
}

const agreementOf = ({ recurring, recurringExpDate, recurringCycleDays }: CallRequest) =>
  recurring === 'INITIAL' ? { expiry: recurringExpDate, cycleDays: recurringCycleDays } : undefined

const deviceOf = (request: CallRequest) =>
  request.sdk
    ? { sdk: request.sdk as unknown as SdkData }
    : { browser: { ...(request.browser as BrowserData), ip: request.ip } }

/** Nobody was authenticated: a refusal is somebody's mistake and has to be seen. */
function withoutProof(
  { log }: Deps,
  { ownerId, merchantId }: CallRequest,
  verdict: Extract<AuthenticationOutcome, { type: 'unavailable' | 'refused' }>,
): Outcome {
  const about = { ownerId, merchantId, because: verdict.because }
  if (verdict.type === 'refused') log.error(about, 'the 3-D Secure server refused to authenticate')
  else log.warn(about, 'the 3-D Secure server was not available')
  return authenticationOutcome(verdict)
}

/** Who runs a challenge is kept with it: only that account is asked, or believed, how it ended. */
function outcomeOf(outcome: AuthenticationOutcome, { threeds: via }: CallRequest): Outcome {
  switch (outcome.type) {
    case 'challenge':
      return { ...outcome, ...present({ via }) }
    case 'profile':
    case 'notEnrolled':
      return outcome
    default:
      return authenticationOutcome(outcome)
  }
}
