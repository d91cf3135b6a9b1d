import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
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
import { byOption } from '../by-option.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import type { Common } from '../merchants/change-merchant.ts'
import { reasonOption } from '../merchants/change-merchant.ts'
import { givenReason, requestMerchantInstruction } from '../merchants/merchant-instructions.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { probe, probeWords } from './probe.ts'
import { readAccount } from './read-account.ts'
import { withAccounts } from './with-accounts.ts'
import type { AccountParts } from './with-accounts.ts'

interface Options extends Common {
  account: string
}

/** A connector of several kinds has one account for all of them. */
const accountable: readonly AnyDefinition[] = [...acquirers, ...banks, ...bliks, ...threeDsServers]

/** `accounts …`: merchants' own accounts at providers. */
export function accountsCommand(): Command {
  const command = new Command('accounts').description("merchants' own accounts at providers")
  addSet(command)
  addRotate(command)
  addEndRotation(command)
  addList(command)
  addCheck(command)
  return command
}

function addSet(command: Command): void {
  proposing(command, 'set', 'make an account, or another version of it; old payments keep theirs')
    .addHelpText(
      'after',
      examples('accounts set 10000001 stripe/main --account stripe.json --reason 4711'),
    )
    .action((merchantId: string, via: string, options: Options) =>
      propose(merchantId, via, options, async ({ accounts }, account) => {
        const known = await accounts.list(merchantId)
        const names = known.map((one) => `${one.connector}/${one.account}`)
        const next = nextVersion(via, names)
        if (next === undefined) throw new CommandFailure(`${via}: the name is too long`)
        const replaces = next === via ? undefined : via
        return { name: 'account', via: next, settings: account.settings, ...present({ replaces }) }
      }),
    )
}

function addRotate(command: Command): void {
  proposing(command, 'rotate', 'another credential of the same account, for old payments too')
    .addHelpText(
      'after',
      examples('accounts rotate 10000001 stripe/main --account stripe.json --reason 4711'),
    )
    .action((merchantId: string, via: string, options: Options) =>
      propose(merchantId, via, options, async ({ accounts }, account) => {
        const stored = await accounts.open(read(merchantId, via).name)
        if (!stored) throw new CommandFailure(`${merchantId} has no account ${via}`)
        if (!isDeepStrictEqual(stored.settings, account.settings))
          throw new CommandFailure(`${via} has other settings: accounts set makes a new version`)
        return { name: 'credential', via }
      }),
    )
}

const proposing = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(`${description}; another person has to agree`)
    .argument('<merchantId>')
    .argument('<account>', 'connector/account, such as stripe/main')
    .requiredOption('--account <file>', 'JSON { "settings": {…}, "credential": {…} }; - is stdin')
    .addOption(reasonOption())
    .addOption(byOption())

type Proposed = MerchantInstruction extends infer One
  ? One extends { name: 'account' | 'credential' }
    ? Omit<One, 'merchantId' | 'credentialId'>
    : never
  : never

/** What the provider takes waits, sealed, for another person. */
const propose = (
  merchantId: string,
  via: string,
  { account: path, ...asking }: Options,
  orderOf: (parts: AccountParts, account: { settings: object }) => Promise<Proposed>,
): Promise<void> =>
  withAccounts(async (parts) => {
    givenReason(asking)
    const { definitions } = read(merchantId, via)
    const account = await readAccount(path)
    const definition = definitionOf(definitions, account)
    const found = await probe(via, definition, account, parts.guard)
    const stored = definition.stored(account)
    const order = await orderOf(parts, stored)
    const credentialId = await parts.accounts.propose(merchantId, stored.credential)
    const words = `${via} of ${merchantId}: ${probeWords[found]}`
    const whole = { ...order, merchantId, credentialId } as MerchantInstruction
    await requestMerchantInstruction(parts, whole, asking, { says: words })
  })

function addEndRotation(command: Command): void {
  command
    .command('end-rotation')
    .description('forget the credential before the present one')
    .argument('<merchantId>')
    .argument('<account>', 'connector/account')
    .addOption(byOption())
    .addHelpText('after', examples('accounts end-rotation 10000001 stripe/main'))
    .action((merchantId: string, via: string, { by, json }: Options) =>
      withAccounts(async ({ accounts, db }) => {
        const forgotten = await accounts.endRotation(read(merchantId, via).name)
        if (forgotten) await audit(db, by, 'accounts.end-rotation', merchantId, 'done', { via })
        const text = forgotten ? 'is forgotten' : 'was none'
        print({ merchantId, via, forgotten }, `the credential before ${text}`, json)
      }),
    )
}

function addList(command: Command): void {
  command
    .command('list')
    .description('the accounts of a merchant; no credentials')
    .argument('<merchantId>')
    .addHelpText('after', examples('accounts list 10000001'))
    .action((merchantId: string, { json }: Options) =>
      withAccounts(async ({ accounts }) => {
        const found = await accounts.list(merchantId)
        const rows = found.map(({ connector, account, changedAt, settings }) => [
          `${connector}/${account}`,
          changedAt,
          JSON.stringify(settings),
        ])
        print(found, table(['account', 'changed', 'settings'], rows), json)
      }),
    )
}

function addCheck(command: Command): void {
  command
    .command('check')
    .description('whether the provider takes a stored account')
    .argument('<merchantId>')
    .argument('<account>', 'connector/account')
    .addHelpText('after', examples('accounts check 10000001 stripe/main'))
    .action((merchantId: string, via: string, { json }: Options) =>
      withAccounts(async ({ accounts, guard }) => {
        const { name, definitions } = read(merchantId, via)
        const stored = await accounts.open(name)
        if (!stored) throw new CommandFailure(`${merchantId} has no account ${via}`)
        const account = { settings: stored.settings, credential: stored.credentials[0] }
        const found = await probe(via, definitionOf(definitions, account), account, guard)
        print({ merchantId, via, found }, `${via} of ${merchantId}: ${probeWords[found]}`, json)
      }),
    )
}

interface Named {
  name: AccountName
  definitions: readonly [AnyDefinition, ...AnyDefinition[]]
}

function read(merchantId: string, via: string): Named {
  const [connector = '', account = ''] = via.split('/')
  const [first, ...others] = accountable.filter(({ name }) => name === connector)
  if (first && isVia(via))
    return { name: { merchantId, connector, account }, definitions: [first, ...others] }
  const known = [...new Set(accountable.map(({ name }) => `${name}/…`))].join(', ')
  throw new CommandFailure(`${via} is no account: name ${known}`, exitCodes.usage)
}

/** Providers of our own protocol have one name and an account for each kind: the one that it fits. */
const definitionOf = (definitions: Named['definitions'], account: Account): AnyDefinition =>
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
