import type { Addressed, AuthorizeRequest, CardData, Inquiry } from '../src/connectors/acquirer.ts'
import { conceal } from '../src/connectors/exchange-log.ts'
import type { BrowserData } from '../src/connectors/browser-data.ts'
import type { FollowUpRequest } from '../src/connectors/follow-up.ts'
import type { Call, Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { required } from '../src/domain/assert.ts'
import { callWays } from '../src/domain/payment/call-ways.ts'
import { acquirerMerchantIdOf } from '../src/domain/actor/merchant-facts.ts'
import { present } from '../src/domain/present.ts'
import { readVia } from '../src/domain/actor/via.ts'
import { findCard } from './card.ts'
import type { CardLookup } from './card.ts'
import type { Deps } from './deps.ts'
import { learnCard } from './learn-card.ts'
import { noteCharge } from './note-charge.ts'
import { askAgain, callProvider } from './provider-call.ts'
import { endsUnsent, interrupted, pointOf, sendOnce, throughBlips } from './send-once.ts'

type Step = 'capture' | 'adjust' | 'refund'

/** The acquirer's side of a payment. Every operation has its reference; the mark is set before it is sent. */
export const createAcquirerActivities = (deps: Deps) => ({
  authorize: async (request: CallRequest): Promise<Outcome> => {
    const found = await throughBlips(() => findCard(deps, request))
    if (found.type === 'unknown') throw askAgain('cryptogram')
    // Without its card nothing is sent now; but an execution before this one may have sent it.
    if (found.type !== 'card')
      return (await endsUnsent(deps, request)) ? withoutCard(found) : interrupted
    const outcome = await sendOnce(deps, request, (maySend) =>
      callProvider(deps.metrics, {
        provider: 'acquirer',
        step: 'authorize',
        point: pointOf(request),
        ownerId: request.ownerId,
        maySend,
        patient: !request.call.others,
        send: async (signal) => {
          const order = { ...authorizationOf(request, deps), card: unheard(found.card) }
          const { card, ...answer } = await deps.acquirer.authorize(order, signal)
          void learnCard(deps, found.card, card, request.call.via)
          return answer
        },
      }),
    )
    await noteCharge(deps, request, outcome)
    const isOver = outcome.type === 'declined' || outcome.type === 'redirected'
    if (outcome.type === 'approved' || (isOver && !request.call.others))
      deps.secrets?.wipe(request.ownerId)
    return outcome
  },
  capture: (request: CallRequest) => followUp(deps, 'capture', request),
  adjust: (request: CallRequest) => followUp(deps, 'adjust', request),
  refundCard: (request: CallRequest) => followUp(deps, 'refund', request),

  /** Repeated until acknowledged: a reversal that nobody heard is money lost for somebody. */
  reverse: async (request: CallRequest): Promise<Outcome> => {
    const { call, ownerId } = request
    const { reason = 'CANCEL', about } = call
    if (about) await deps.intents.close(about.reference, ownerId)
    const outcome = await callProvider(deps.metrics, {
      provider: 'acquirer',
      step: 'reverse',
      ownerId,
      send: async (signal) => {
        const undoing = { ...followUpOf(request), ...(await undoneBy(deps, request)), reason }
        return deps.acquirer.reverse(undoing, signal)
      },
    })
    const commanded = reason === 'CANCEL'
    if (outcome.type === 'approved' || (commanded && outcome.type === 'declined')) return outcome
    throw askAgain('reverse')
  },

  /** Asks what became of an operation, unless it was never sent. */
  inquire: async (request: CallRequest): Promise<Outcome> => {
    const { ownerId } = request
    if (await neverSent(deps, request)) return { type: 'neverSent' }
    const outcome = await callProvider(deps.metrics, {
      provider: 'acquirer',
      step: 'inquire',
      ownerId,
      send: async (signal) => {
        const inquiry = await inquiryOf(deps, request)
        return deps.acquirer.inquire(inquiry, signal)
      },
    })
    if (outcome.type === 'unknown') throw askAgain('inquire')
    return outcome.type === 'found' ? outcome.outcome : outcome
  },
})

/**
 * True when nothing has been sent. What needs a secret is closed then, because the payer is
 * asked for a new one; anything else is sent again under the same reference and so must stay open.
 */
async function neverSent({ intents }: Deps, { call, ownerId }: CallRequest): Promise<boolean> {
  if (call.about?.secretOwner) return intents.closeUnlessSent(call.reference, ownerId)
  return !(await intents.mayBeSent(call.reference))
}

const followUp = (deps: Deps, step: Step, request: CallRequest): Promise<Outcome> =>
  sendOnce(deps, request, (maySend) =>
    callProvider(deps.metrics, {
      provider: 'acquirer',
      step,
      ownerId: request.ownerId,
      maySend,
      send: (signal) => deps.acquirer[step](followUpOf(request), signal),
    }),
  )

/** Nobody who listens to what is said of it hears the card. */
function unheard(card: CardData): CardData {
  conceal(card.number, card.cvv, card.expDate, card.cryptogram)
  return card
}

const withoutCard = (found: Extract<CardLookup, { type: 'secretLost' | 'notUsable' }>): Outcome =>
  found.type === 'secretLost'
    ? { type: 'secretLost' }
    : { type: 'declined', rejectCode: 'TOKEN_NOT_USABLE', detail: found.detail }

const followUpOf = (request: CallRequest): FollowUpRequest & Addressed => ({
  reference: request.call.reference,
  originalReference: request.call.originalReference ?? request.call.reference,
  amountMinor: request.call.amountMinor,
  currency: request.currency,
  ...(request.call.keepsRest && { keepsRest: true }),
  ...originalOf(request),
  ...addressOf(request),
})

/** Whose account the payment's charge went through; nothing for the acquirer of the installation. */
const addressOf = ({ via, merchantId }: CallRequest): Addressed =>
  via === undefined ? {} : { to: { merchantId, ...readVia(via) } }

const originalOf = ({ originalAcquirerRef }: CallRequest) => ({
  ...present({ originalAcquirerRef }),
})

async function inquiryOf(deps: Deps, request: CallRequest): Promise<Inquiry & Addressed> {
  const { reference, about, away, proof } = request.call
  return {
    reference,
    ...present({ amountMinor: about?.amountMinor }),
    ...(away && { away: present({ proof }) }),
    ...(await askedOf(deps, request)),
  }
}

/** What an acquirer needs that cannot be asked by our references. */
async function askedOf(deps: Deps, request: CallRequest): Promise<Omit<Inquiry, 'reference'>> {
  if (request.via === undefined) return {}
  const { reference, about } = request.call
  const operation = operationOf(about)
  return {
    ...addressOf(request),
    ...originalOf(request),
    ...present({ operation }),
    ...verifiesOf(request),
    ...(await sentAtOf(deps, reference)),
  }
}

/** Of a reversal: what it undoes, and when that was sent. */
async function undoneBy(deps: Deps, request: CallRequest) {
  if (request.via === undefined) return {}
  const { about, originalReference } = request.call
  const undoes = operationOf(about)
  const undone = required(originalReference, 'reference of what is undone')
  return { ...present({ undoes }), ...verifiesOf(request), ...(await sentAtOf(deps, undone)) }
}

/** Whoever only checks a card at an acquirer of a merchant's own has charged nothing there. */
const verifiesOf = ({ kind }: CallRequest): Pick<Inquiry, 'verifies'> =>
  kind === 'VERIFY' ? { verifies: true } : {}

async function sentAtOf({ intents }: Deps, reference: string): Promise<{ sentAt?: number }> {
  const sentAt = await intents.sentAt(reference)
  return sentAt === undefined ? {} : { sentAt }
}

/** What is asked about, or undone; a reversal itself never is. */
function operationOf(call: Call | undefined): Inquiry['operation'] {
  const operation = call && callWays[call.kind].atProvider
  return operation === 'none' || operation === 'reverse' ? undefined : operation
}

/** Cards of American Express are charged under the number that it gave the merchant. */
function atAcquirer({ merchant, instrument }: CallRequest) {
  const { name, mcc, country, terminalId, taxId, organizationId, location } = merchant
  const own = acquirerMerchantIdOf(merchant, instrument?.organization)
  return {
    name,
    mcc,
    country,
    ...present({ acquirerMerchantId: own, terminalId, taxId, organizationId, location }),
  }
}

/** Whoever was challenged was told so in the ARes; without an ECI there is no proof. */
function proofOf(authentication: CallRequest['authentication']) {
  if (!authentication?.eci) return {}
  const aresStatus = authentication.challenged ? 'C' : authentication.transStatus
  return { authentication: { ...authentication, eci: authentication.eci, aresStatus } }
}

/** What an acquirer needs that asks the cardholder itself. */
function cardholderOf(
  request: CallRequest,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): Pick<AuthorizeRequest, 'cardholder'> {
  const { asksCardholder: ask, browser, ip, email, payer, merchantId, via = '', call } = request
  if (ask === undefined) return {}
  const { connector, account } = readVia(via)
  const messages = `${publicUrl}/v1/ecommerce/notifications/acquirers`
  const returnUrl = `${messages}/${connector}/${merchantId}/${account}/return?reference=${call.reference}`
  const known = { ...(browser as BrowserData), ...present({ ip }) }
  return { cardholder: { ask, returnUrl, browser: known, ...present({ email, payer }) } }
}

function authorizationOf(
  request: CallRequest,
  deps: Pick<Deps, 'publicUrl'>,
): Omit<AuthorizeRequest, 'card'> & Addressed {
  const { call, authentication, recurring, networkTransactionId, funding, moto } = request
  const { exemption } = request
  return {
    ...addressOf(request),
    reference: call.reference,
    kind: request.kind,
    amountMinor: call.amountMinor,
    currency: request.currency,
    merchant: { merchantId: request.merchantId, ...atAcquirer(request) },
    initiator: recurring === 'SUBSEQUENT' ? 'MERCHANT' : 'CUSTOMER',
    ...proofOf(authentication),
    ...cardholderOf(request, deps),
    ...present({ recurring }),
    ...(networkTransactionId && { networkTransactionId }),
    ...present({ funding }),
    ...present({ exemption }),
    ...present({ moto }),
  }
}
