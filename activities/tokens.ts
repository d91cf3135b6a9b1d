import { required } from '../src/domain/assert.ts'
import { networkTokenType, customerKey } from '../src/domain/card-token.ts'
import type { ProvisionInquiry, ProvisionOutcome } from '../src/connectors/tokens/index.ts'
import type { Outcome, StoredToken } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { StoreCardRequest } from '../src/domain/tokenization/from-payment.ts'
import { randomId } from '../src/vault/random-id.ts'
import { readCard } from './card.ts'
import type { Deps } from './deps.ts'
import { askAgain, callProvider } from './provider-call.ts'

/** Tokens of cards: our own numbers, and those of the card networks. */
export const createTokenActivities = (deps: Deps) => ({
  /** The payment's card goes on to a tokenization of its own; starting it again changes nothing. */
  storeCard: async ({ tokenization }: StoreCardRequest): Promise<Outcome> => {
    if (tokenization) await deps.tokenizations.start(tokenization)
    return { type: 'approved' }
  },

  /** The number of this card and customer, or a new one; only the commit makes it theirs. */
  assignToken: async (request: CallRequest): Promise<Outcome> => {
    const { instrument, merchantId, customer = {} } = request
    const { vaultRef, fingerprint } = instrument ?? {}
    const card = await readCard(deps, instrument, merchantId)
    if (!card || vaultRef === undefined || fingerprint === undefined) return { type: 'invalid' }
    const owner = { merchantId, customerKey: customerKey(customer), fingerprint, vaultRef }
    const known = await deps.cardTokens.findActive(owner)
    const instrumentNo = known?.instrumentNo ?? randomId()
    return {
      type: 'stored',
      token: { type: 'COF', instrumentNo, expDate: card.expDate, ...shownCard(request) },
    }
  },

  provision: async (request: CallRequest): Promise<Outcome> => {
    const { instrument, merchantId, ownerId, call } = request
    const card = await readCard(deps, instrument, merchantId)
    if (!card) return { type: 'invalid' }
    const { number, expDate } = card
    const outcome = await callProvider<ProvisionOutcome>(deps.metrics, {
      provider: 'tokens',
      step: 'provision',
      ownerId,
      send: (signal) =>
        serviceOf(deps, request).provision({ reference: call.reference, number, expDate }, signal),
    })
    return outcomeOf(outcome, request)
  },

  inquireProvision: async (request: CallRequest): Promise<Outcome> => {
    const { ownerId, call } = request
    const outcome = await callProvider<ProvisionInquiry>(deps.metrics, {
      provider: 'tokens',
      step: 'inquireProvision',
      ownerId,
      send: (signal) => serviceOf(deps, request).inquireProvision(call.reference, signal),
    })
    if (outcome.type === 'unknown') throw askAgain('inquireProvision')
    return outcomeOf(outcome, request)
  },

  /** The card is erased already; now the network and every other tokenization of it are told. */
  discardToken: async (request: CallRequest): Promise<Outcome> => {
    const { instrument, ownerId } = request
    const { instrumentRef } = instrument ?? {}
    if (instrumentRef !== undefined) {
      const outcome = await callProvider(deps.metrics, {
        provider: 'tokens',
        step: 'discardToken',
        ownerId,
        send: (signal) => serviceOf(deps, request).discard(instrumentRef, signal),
      })
      if (outcome.type !== 'discarded' && outcome.type !== 'notFound') throw askAgain('discard')
    }
    for (const sibling of await deps.cardTokens.siblings(ownerId))
      await deps.tokenizations.signalDiscarded(sibling, ownerId)
    return { type: 'discarded' }
  },
})

const shownCard = ({ instrument }: CallRequest) => ({
  cardMask: required(instrument?.cardMask, 'mask of the card'),
  organization: required(instrument?.organization, 'organization of the card'),
})

function serviceOf(deps: Deps, { instrument }: CallRequest) {
  const isVisa = instrument?.type === 'VTS' || instrument?.organization === 'VISA'
  return deps.tokenServices[isVisa ? 'vts' : 'scof']
}

function outcomeOf(outcome: ProvisionOutcome | ProvisionInquiry, request: CallRequest): Outcome {
  switch (outcome.type) {
    case 'provisioned': {
      const { instrumentRef, expDate, visuals } = outcome
      const token: StoredToken = {
        type: networkTokenType(request.instrument?.organization) ?? 'SCOF',
        instrumentRef,
        expDate,
        ...shownCard(request),
        visuals: visuals.map(({ visualId, type, width, height }) => ({
          visualId,
          type,
          width,
          height,
        })),
      }
      return { type: 'stored', token }
    }
    case 'refused':
      return { type: 'declined', rejectCode: outcome.rejectCode, detail: outcome.detail }
    case 'unknown':
      return { type: 'unknown', because: 'noAnswer' }
    default:
      return outcome
  }
}
