import { readVia } from '../domain/actor/via.ts'
import type { AcquirerDefinition } from './acquirer.ts'
import { definition as adyen } from './adyen/definition.ts'
import { bank as autopayBank, blik as autopayBlik } from './autopay/definition.ts'
import type { BankDefinition } from './bank.ts'
import { definition as sandboxBank } from './bank/definition.ts'
import type { BlikDefinition } from './blik.ts'
import { definition as sandboxBlik } from './blik/definition.ts'
import type { ConnectorKind, Definition } from './definition.ts'
import { bank as przelewy24Bank, blik as przelewy24Blik } from './przelewy24/definition.ts'
import { definition as sandboxAcquirer } from './sandbox-acquirer/definition.ts'
import { definition as stripe } from './stripe/definition.ts'
import { definition as stripeThreeDs } from './stripe/threeds/definition.ts'
import type { ThreeDsDefinition } from './threeds.ts'
import { definition as sandboxThreeDs } from './threeds/definition.ts'
import { definition as threedsecureIo } from './threeds/threedsecure-io/definition.ts'
import { definition as sandboxTokens } from './tokens/definition.ts'

/** Every acquirer, by name. A new one is its folder and a line here. */
export const acquirers: readonly AcquirerDefinition[] = [sandboxAcquirer, stripe, adyen]

/** Likewise every provider of bank transfers, and of BLIK. */
export const banks: readonly BankDefinition[] = [sandboxBank, autopayBank, przelewy24Bank]
export const bliks: readonly BlikDefinition[] = [sandboxBlik, autopayBlik, przelewy24Blik]

/** And every 3-D Secure server. */
export const threeDsServers: readonly ThreeDsDefinition[] = [
  sandboxThreeDs,
  stripeThreeDs,
  threedsecureIo,
]

/** Whose accounts report what they have settled. */
export const settlingConnectors: readonly string[] = [
  ...acquirers.map(({ name }) => name),
  autopayBank.name,
  przelewy24Bank.name,
]

/** Every connector of every kind. */
export const connectors: readonly AnyDefinition[] = [
  ...acquirers,
  ...banks,
  ...bliks,
  ...threeDsServers,
  sandboxTokens,
]

export type AnyDefinition = Definition<ConnectorKind, object, unknown>

/** Whether what was paid through such an account can go back; without one, through the installation's. */
export function givesMoneyBack(kind: 'bank' | 'blik', via: string | undefined): boolean {
  const own = { bank: sandboxBank, blik: sandboxBlik }[kind].name
  const name = via === undefined ? own : readVia(via).connector
  const definitions: readonly (BankDefinition | BlikDefinition)[] = { bank: banks, blik: bliks }[
    kind
  ]
  return definitions.find((one) => one.name === name)?.capabilities.refunds ?? false
}

/** Whether a hold at such an account may be captured in parts; without one, at the installation's own. */
export function takesSeveralCaptures(via: string | undefined): boolean {
  const name = via === undefined ? sandboxAcquirer.name : readVia(via).connector
  return acquirers.find((one) => one.name === name)?.capabilities.severalCaptures ?? false
}
