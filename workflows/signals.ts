import type { PaymentCommandName } from '../src/domain/payment/commands.ts'
import { commandRules } from '../src/domain/payment/operations/index.ts'
import type { DisputeCommandName } from '../src/domain/dispute/commands.ts'
import { commandRules as disputeCommandRules } from '../src/domain/dispute/operations/index.ts'
import type { TokenizationCommandName } from '../src/domain/tokenization/commands.ts'

/** What a workflow can be told, as the Temporal UI lists it; its start brings `create` along. */
type Signals<Name extends string> = Readonly<Record<Exclude<Name, 'create'>, string>>

export const paymentSignals = Object.fromEntries(
  Object.entries(commandRules).flatMap(([name, { words }]) =>
    name === 'create' ? [] : [[name, words]],
  ),
) as Signals<PaymentCommandName>

export const tokenizationSignals: Signals<TokenizationCommandName> = {
  complete: 'The payer or the merchant gives the card, or what is missing of it',
  authenticationResult: 'The 3-D Secure server tells what came of the challenge',
  payerReturned: "The payer is back from the acquirer's page",
  acquirerNews: 'An acquirer tells by itself what came of the check',
  cancel: 'Merchant, payer or operator ends it; no card is stored',
  discard: 'Merchant or payer takes the stored card away',
  tokenState: 'The network tells how its token stands',
  renew: 'The network tells that the card behind its token was renewed',
  hold: 'An operator stops the tokenization',
  resume: 'An operator lets the tokenization go on',
  advance: 'The clock of the tokenization is moved, in the sandbox',
}

export const disputeSignals = Object.fromEntries(
  Object.entries(disputeCommandRules).map(([name, { words }]) => [name, words]),
) as Signals<DisputeCommandName>
