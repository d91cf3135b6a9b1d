import type {
  AuthenticationOutcome,
  BrowserData,
  SdkData,
} from '../src/connectors/threeds/index.ts'
import { authenticationOutcome } from '../src/connectors/threeds/outcome.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { acquirerMerchantIdOf } from '../src/domain/actor/merchant-facts.ts'
import { highestCommonVersion } from '../src/domain/protocol-version.ts'
import type { ThreeDsVersions } from '../src/domain/three-ds-versions.ts'
import type { VaultedCard } from './card.ts'
import { findCard, readCard } from './card.ts'
import type { Deps } from './deps.ts'
import { callProvider } from './provider-call.ts'

type Enrolled = Extract<ThreeDsVersions, { type: 'enrolled' }>

/** Strong authentication of the cardholder: which version, then the question itself. */
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
})

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
  const lookup = await deps.threeDs.lookUp(card.number, signal)
  if (lookup.type === 'notEnrolled') return { type: 'notEnrolled' }
  const version = lookup.type === 'enrolled' ? versionOf(lookup, sdkOf(request)) : undefined
  if (lookup.type !== 'enrolled' || version === undefined) {
    const refused = lookup.type === 'unavailable' ? lookup.refused : undefined
    return withoutProof(deps, request, {
      type: refused === undefined ? 'unavailable' : 'refused',
      because: refused ?? 'no version to speak',
    })
  }
  const { method, challengeMandated, amountMinor } = request.call
  const threeDSServerTransID = method?.serverTransId ?? lookup.threeDSServerTransID
  const statusUrl = `${deps.publicUrl}/v1/ecommerce/notifications/acs/status`
  const outcome = await deps.threeDs.authenticate(
    {
      threeDSServerTransID,
      version,
      category: request.kind === 'VERIFY' ? 'nonPayment' : 'payment',
      number: card.number,
      expDate: card.expDate,
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
      compInd: method?.indicator ?? 'U',
      notificationUrl: request.merchant.acsNotificationUrl ?? statusUrl,
      resultsUrl: statusUrl,
      purchaseDate: Date.now(),
    },
    signal,
  )
  if (outcome.type === 'unavailable' || outcome.type === 'refused')
    return withoutProof(deps, request, outcome)
  return outcomeOf(outcome, { ...lookup, threeDSServerTransID })
}

const merchantOf = ({ merchant, merchantId, instrument }: CallRequest) => {
  const acquirerMerchantId = acquirerMerchantIdOf(merchant, instrument?.organization)
  return { ...merchant, merchantId, acquirerMerchantId }
}

const agreementOf = ({ recurring, recurringExpDate, recurringCycleDays }: CallRequest) =>
  recurring === 'INITIAL' ? { expiry: recurringExpDate, cycleDays: recurringCycleDays } : undefined

const sdkOf = ({ sdk }: CallRequest) => sdk as SdkData | undefined

const deviceOf = (request: CallRequest) =>
  request.sdk
    ? { sdk: sdkOf(request) }
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

/** An SDK has started with one version, and speaks no other. */
const versionOf = (lookup: Enrolled, sdk: SdkData | undefined): string | undefined =>
  highestCommonVersion([
    { start: lookup.acsStartProtocol, end: lookup.acsEndProtocol },
    { start: lookup.dsStartProtocol, end: lookup.dsEndProtocol },
    ...(sdk?.messageVersion ? [{ start: sdk.messageVersion, end: sdk.messageVersion }] : []),
  ])

function outcomeOf(outcome: AuthenticationOutcome, lookup: Enrolled): Outcome {
  if (outcome.type !== 'challenge') return authenticationOutcome(outcome)
  const { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol } = lookup
  return {
    ...outcome,
    serverTransId: lookup.threeDSServerTransID,
    ranges: { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol },
  }
}
