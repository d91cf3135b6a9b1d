import type { PaymentCommandName } from '../src/domain/payment/commands.ts'
import type { TokenizationCommandName } from '../src/domain/tokenization/commands.ts'

/** What a workflow can be told, as the Temporal UI lists it; its start brings `create` along. */
type Signals<Name extends string> = Readonly<Record<Exclude<Name, 'create'>, string>>

export const paymentSignals: Signals<PaymentCommandName> = {
  complete: 'The payer or the merchant gives the instrument, or what is missing of it',
  authenticationResult: 'The 3-D Secure server tells what came of the challenge',
  profiled: 'The issuer has seen the browser of the payer',
  capture: 'The merchant takes money out of the hold',
  adjust: 'The merchant changes the amount of the hold',
  withdraw: 'The merchant takes the last change of the hold back',
  cancel: 'Merchant, payer or operator ends the payment; what was charged is given back',
  refund: 'The merchant gives money back',
  restore: 'The merchant asks for a new link to the payment page',
  blikStatus: 'BLIK tells how the payment stands',
  transactionStatus: 'The account of a merchant tells of one transaction of an order',
  acquirerNews: 'An acquirer tells of a charge by itself',
  inquire: 'The provider is asked now, not at the next turn',
  settle: 'The report of the provider names the payment',
  hold: 'An operator stops the payment',
  resume: 'An operator lets the payment go on',
  advance: 'The clock of the payment is moved, in the sandbox',
}

export const tokenizationSignals: Signals<TokenizationCommandName> = {
  complete: 'The payer or the merchant gives the card, or what is missing of it',
  authenticationResult: 'The 3-D Secure server tells what came of the challenge',
  cancel: 'Merchant, payer or operator ends it; no card is stored',
  discard: 'Merchant or payer takes the stored card away',
  tokenState: 'The network tells how its token stands',
  renew: 'The network tells that the card behind its token was renewed',
  hold: 'An operator stops the tokenization',
  resume: 'An operator lets the tokenization go on',
  advance: 'The clock of the tokenization is moved, in the sandbox',
}
