import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { CreateTokenizationRequest } from '../../contract/tokenizer.ts'
import type { Currency } from '../../domain/currency.ts'
import { earlyReject } from '../../domain/reasons/early-reject.ts'
import { merchantFactsOf } from '../../domain/merchant.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { present } from '../../domain/present.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { CreateTokenization } from '../../domain/tokenization/commands.ts'
import type { TokenCustomer } from '../../domain/card-token.ts'
import type { Caller } from '../auth/caller.ts'
import { checkAddresses } from '../intake/check-addresses.ts'
import { consentOf } from '../intake/consent-of.ts'
import { checkAgent } from '../auth/check-agent.ts'
import { linkIdFor } from './create-command.ts'
import type { IntakeParts } from '../intake/instrument-intake.ts'
import type { TakenInstrument } from '../intake/taken-instrument.ts'
import { partyFacts } from '../intake/party-facts.ts'
import { DEFAULT_VALID_TIME_SECONDS, deviceOf } from '../intake/payment-details.ts'
import type { Uses } from '../services.ts'
import { takeTokenizedCard } from '../intake/take-tokenized-card.ts'

/** The command that a request to store a card comes to, once nothing speaks against it. */
export async function createTokenizationCommand(
  services: IntakeParts & Uses<'config' | 'ids'>,
  caller: Caller,
  tokenizerId: string,
  body: CreateTokenizationRequest,
): Promise<CreateTokenization> {
  const { merchant, merchantId } = caller
  const { merchant: party, device, options = {} } = body
  checkAgent(caller, body.agent)
  checkAddresses(services, caller, party)
  const channel = body.channel ?? caller.channel ?? 'WEBAPI'
  const currency = currencyOf(merchant)
  const refused = refusedCard(merchant, channel, currency)
  const { organizations, threeds } = merchant.settings
  const owner = { id: tokenizerId, merchantId, organizations, threeds }
  const { instrument, rejectCode }: Partial<TakenInstrument> =
    body.instrument && !refused ? await takeTokenizedCard(services, owner, body.instrument) : {}
  const early = refused ?? rejectCode
  return present({
    name: 'create',
    tokenizerId,
    kind: body.kind ?? 'COF',
    merchantId,
    agentId: caller.agentId ?? body.agent?.merchantId,
    channel,
    merchant: partyFacts(merchantFactsOf(merchant), party),
    customer: customerOf(body),
    device: device && deviceOf(device),
    currency,
    options: present({
      validTime: options.validTime ?? DEFAULT_VALID_TIME_SECONDS,
      language: options.language,
      moto: channel === 'CSS' ? (true as const) : undefined,
    }),
    instrument,
    consents: consentOf(body),
    linkId: linkIdFor(services, channel),
    earlyReject: early,
  })
}

/** A zero-amount authorisation needs a currency all the same. */
export const currencyOf = ({ settings: { currencies } }: Merchant): Currency =>
  currencies.includes('PLN') ? 'PLN' : (currencies[0] ?? 'PLN')

/** What the merchant may not do at all: the tokenization then exists, but ends at once. */
export const refusedCard = (
  { settings }: Merchant,
  channel: Channel,
  currency: Currency,
): ReasonCode | undefined =>
  earlyReject(settings, { channel, method: 'CARD', currency, options: { transKind: 'AUTH' } })

function customerOf({ customer = {} }: CreateTokenizationRequest): TokenCustomer {
  const { email, extCustomerId } = customer
  return present({ email, extCustomerId })
}
