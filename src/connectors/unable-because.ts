import type { CallRequest } from '../domain/actor/call-request.ts'
import { readVia } from '../domain/actor/via.ts'
import { traitsOf } from '../domain/instrument.ts'
import type { AcquirerCapabilities, AcquirerDefinition } from './acquirer.ts'

/** What an acquirer must be able to do for a payment. */
export type Needed = Pick<CallRequest, 'kind' | 'instrument' | 'networkTransactionId'>

export interface KnownAccount {
  connector: string
  account: string
  settings: object
}

/** Why a merchant's account cannot take a payment: it is not there, or does not do such a thing. */
export function unableBecause(
  via: string,
  needed: Needed,
  definitions: readonly Pick<AcquirerDefinition, 'name' | 'capabilities'>[],
  accounts: readonly KnownAccount[],
): string | undefined {
  const { connector, account } = readVia(via)
  const definition = definitions.find(({ name }) => name === connector)
  const known = accounts.find((one) => one.connector === connector && one.account === account)
  if (!definition || !known) return 'there is no such account'
  const { capabilities } = definition
  const missing = needs.find(
    ({ isNeeded, has }) => isNeeded(needed) && !has(capabilities, known.settings),
  )
  return missing?.words
}

interface Need {
  words: string
  isNeeded: (needed: Needed) => boolean
  has: (capabilities: AcquirerCapabilities, settings: object) => boolean
}

const needs: readonly Need[] = [
  {
    words: 'no checks of cards',
    isNeeded: ({ kind }) => kind === 'VERIFY',
    has: ({ verification }) => verification,
  },
  {
    words: 'no account funding',
    isNeeded: ({ kind }) => kind === 'ACCT_FUNDING',
    has: ({ accountFunding }) => accountFunding,
  },
  {
    words: 'no network tokens',
    isNeeded: ({ instrument }) =>
      instrument !== undefined &&
      (traitsOf(instrument.type).family === 'networkToken' ||
        instrument.walletAuth === 'CRYPTOGRAM'),
    has: ({ networkTokens }, settings) => agreed(networkTokens, settings, 'networkTokens'),
  },
  {
    words: 'no network transaction ids of other acquirers',
    isNeeded: ({ networkTransactionId }) => networkTransactionId !== undefined,
    has: ({ merchantInitiated }, settings) =>
      agreed(merchantInitiated, settings, 'schemeTransactionIds'),
  },
]

/** What a provider enables account by account stands in the account's settings. */
const agreed = (capability: boolean | 'byAgreement', settings: object, flag: string): boolean =>
  capability === 'byAgreement' ? (settings as Record<string, unknown>)[flag] === true : capability
