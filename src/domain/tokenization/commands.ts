import type { ReasonCode } from '../reasons/reason.ts'
import type { TokenStatus, TokenCustomer } from '../card-token.ts'
import type { Currency } from '../currency.ts'
import type { Instrument } from '../instrument.ts'
import type { Command } from '../actor/message.ts'
import type { Outcome } from '../actor/call.ts'
import type { Channel } from '../actor/channel.ts'
import type { Consent } from '../actor/consent.ts'
import type { Device } from '../actor/device.ts'
import type { MerchantFacts } from '../actor/merchant-facts.ts'
import type { TokenizationKind, TokenizationOptions } from './tokenization.ts'

/** Everything that can be asked of a tokenization. */
export type TokenizationCommand =
  | CreateTokenization
  | { name: 'complete'; instrument?: Instrument; device?: Device; earlyReject?: ReasonCode }
  | { name: 'cancel'; by: 'merchant' | 'customer' | 'operator' }
  | { name: 'discard' }
  /** The network, or another tokenization of the same token, says how it stands. */
  | { name: 'tokenState'; status: TokenStatus; saidAt?: number; told?: true }
  /** The network says that the card behind the token was renewed. */
  | { name: 'renew'; expDate: string; lastFour: string; saidAt: number }
  /** The browser is back from the acquirer's page; nothing that it says is believed. */
  | { name: 'payerReturned'; reference: string; proof?: string }
  /** The acquirer tells by itself what came of the check. */
  | { name: 'acquirerNews'; reference: string; outcome: Outcome }
  | { name: 'authenticationResult'; serverTransId: string; outcome: Outcome }
  | { name: 'advance'; seconds: number }
  | { name: 'hold'; reason: string }
  | { name: 'resume'; reason: string }

export interface CreateTokenization extends Command {
  name: 'create'
  tokenizerId: string
  kind: TokenizationKind
  merchantId: string
  agentId?: string
  channel: Channel
  merchant: MerchantFacts
  customer: TokenCustomer
  device?: Device
  currency: Currency
  options: TokenizationOptions
  instrument?: Instrument
  consents?: Consent
  linkId?: string
  verifiedBy?: string
  convertedFrom?: string
  /** What the merchant may not do at all; decided where its settings are read. */
  earlyReject?: ReasonCode
}

export type TokenizationCommandName = TokenizationCommand['name']
export type TokenizationCommandOf<N extends TokenizationCommandName> = Extract<
  TokenizationCommand,
  { name: N }
>
