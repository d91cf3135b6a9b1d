import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { acquirers, banks, bliks, threeDsServers } from '../../connectors/registry.ts'
import type { AnyDefinition } from '../../connectors/registry.ts'
import { AccountError } from '../../connectors/definition.ts'
import type { Account } from '../../connectors/definition.ts'
import { isVia } from '../../domain/actor/via.ts'
import { present } from '../../domain/present.ts'
import { nextVersion } from '../../domain/routing/account-version.ts'
import type { MerchantInstruction } from '../../postgres/approvals.ts'
import type { AccountName } from '../../postgres/providers/connector-accounts.ts'
import { audit } from '../audit.ts'
import type { Answer, DeskCommand } from '../command.ts'
import { deskCommand, one, two } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { jsonFile, merchantId, reasonForTwo, text } from '../fields.ts'
import { requestMerchantInstruction } from '../merchants/change-merchant.ts'
import { givenReason } from '../payments/request-instruction.ts'
import type { Asking } from '../payments/request-instruction.ts'
import { probe, probeWords } from './probe.ts'
import { withAccounts } from './with-accounts.ts'
import type { AccountParts } from './with-accounts.ts'

/** A connector of several kinds has one account for all of them. */
const accountable: readonly AnyDefinition[] = [...acquirers, ...banks, ...bliks, ...threeDsServers]

const via = text('connector/account', 'connector/account, such as stripe/main')
const proposal = {
  input: z.strictObject({
    merchantId,
    via,
    account: jsonFile(
      z.object({ settings: z.unknown(), credential: z.unknown() }),
      'stripe.json',
      'JSON { "settings": {…}, "credential": {…} }; - is stdin',
    ),
    reason: reasonForTwo,
  }),
  takes: ['merchantId', 'via'],
  examples: [
    {
      merchantId: '10000001',
      via: 'stripe/main',
      account: { settings: { url: 'https://api.stripe.com' }, credential: { secretKey: '…' } },
      reason: '4711',
    },
  ],
} as const

const set = deskCommand({
  name: 'accounts set',
  description:
    'make an account, or another version of it; old payments keep theirs; another person has to agree',
  ...two('administrator', 'cards go to the address, with the credential'),
  ...proposal,
  carryOut: (given, caller) =>
    propose(given, { ...caller, reason: given.reason }, async ({ accounts }, account) => {
      const known = await accounts.list(given.merchantId)
      const names = known.map((one) => `${one.connector}/${one.account}`)
      const next = nextVersion(given.via, names)
      if (next === undefined) throw new CommandFailure(`${given.via}: the name is too long`)
      const replaces = next === given.via ? undefined : given.via
      return { name: 'account', via: next, settings: account.settings, ...present({ replaces }) }
    }),
})

const rotate = deskCommand({
  name: 'accounts rotate',
  description:
    'another credential of the same account, for old payments too; another person has to agree',
  ...two('administrator', 'with the credential money is moved at the provider'),
  ...proposal,
  carryOut: (given, caller) =>
    propose(given, { ...caller, reason: given.reason }, async ({ accounts }, account) => {
      const stored = await accounts.open(readAccountName(given).name)
      if (!stored) throw new CommandFailure(`${given.merchantId} has no account ${given.via}`)
      if (!isDeepStrictEqual(stored.settings, account.settings))
        throw new CommandFailure(
          `${given.via} has other settings: accounts set makes a new version`,
        )
      return { name: 'credential', via: given.via }
    }),
})

const endRotation = deskCommand({
  name: 'accounts end-rotation',
  description: 'forget the credential before the present one',
  ...one('administrator', 'what was signed under it is believed no more'),
  input: z.strictObject({ merchantId, via }),
  takes: ['merchantId', 'via'],
  examples: [{ merchantId: '10000001', via: 'stripe/main' }],
  carryOut: (given, caller) =>
    withAccounts(async ({ accounts, db }) => {
      const { merchantId: id, via: name } = given
      const forgotten = await accounts.endRotation(readAccountName(given).name)
      if (forgotten) await audit(db, caller, 'accounts.end-rotation', id, 'done', { via: name })
      const text = `the credential before ${forgotten ? 'is forgotten' : 'was none'}`
      return { value: { ...given, forgotten }, text }
    }),
})

/** Merchants' own accounts at providers. */
export const accountCommands: readonly DeskCommand[] = [set, rotate, endRotation]

type Proposed = MerchantInstruction extends infer One
  ? One extends { name: 'account' | 'credential' }
    ? Omit<One, 'merchantId' | 'credentialId'>
    : never
  : never

interface Given {
  merchantId: string
  via: string
}

/** What the provider takes waits, sealed, for another person. */
const propose = (
  { account, ...given }: Given & { account: { settings: unknown; credential: unknown } },
  asking: Asking,
  orderOf: (parts: AccountParts, account: { settings: object }) => Promise<Proposed>,
): Promise<Answer> =>
  withAccounts(async (parts) => {
    givenReason(asking)
    const definition = definitionOf(readAccountName(given).definitions, account)
    const found = await probe(given.via, definition, account, parts.guard)
    const stored = definition.stored(account)
    const order = await orderOf(parts, stored)
    const credentialId = await parts.accounts.propose(given.merchantId, stored.credential)
    const says = `${given.via} of ${given.merchantId}: ${probeWords[found]}`
    const whole = { ...order, merchantId: given.merchantId, credentialId } as MerchantInstruction
    return requestMerchantInstruction(parts.db, whole, asking, { says })
  })

interface Named {
  name: AccountName
  definitions: readonly [AnyDefinition, ...AnyDefinition[]]
}

export function readAccountName(given: Given): Named {
  const [connector = '', account = ''] = given.via.split('/')
  const [first, ...others] = accountable.filter(({ name }) => name === connector)
  if (first && isVia(given.via)) {
    const name = { merchantId: given.merchantId, connector, account }
    return { name, definitions: [first, ...others] }
  }
  const known = [...new Set(accountable.map(({ name }) => `${name}/…`))].join(', ')
  throw wrongUsage(`${given.via} is no account: name ${known}`)
}

/** Providers of our own protocol have one name and an account for each kind: the one that it fits. */
export const definitionOf = (definitions: Named['definitions'], account: Account): AnyDefinition =>
  definitions.find((one) => fits(one, account)) ?? definitions[0]

function fits(definition: AnyDefinition, account: Account): boolean {
  try {
    definition.stored(account)
    return true
  } catch (error) {
    if (error instanceof AccountError) return false
    throw error
  }
}
