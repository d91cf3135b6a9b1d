import { Command } from 'commander'
import { acquirers, banks, bliks } from '../../connectors/registry.ts'
import type { AnyDefinition } from '../../connectors/registry.ts'
import { isVia } from '../../domain/actor/via.ts'
import { readConfig } from '../../config.ts'
import { createConnectorAccounts } from '../../postgres/providers/connector-accounts.ts'
import type { AccountName, ConnectorAccounts } from '../../postgres/providers/connector-accounts.ts'
import type { DbPool } from '../../postgres/db.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../vault/local-key-wrapper.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { probe, probeWords } from './probe.ts'
import { readAccount } from './read-account.ts'

interface Options {
  by: string
  account: string
  json?: boolean
}

/** A connector of several kinds has one account for all of them. */
const accountable: readonly AnyDefinition[] = [...acquirers, ...banks, ...bliks]

/** `accounts …`: merchants' own accounts at providers. */
export function accountsCommand(): Command {
  const command = new Command('accounts').description("merchants' own accounts at providers")
  addSet(command)
  addEndRotation(command)
  addList(command)
  addCheck(command)
  return command
}

function addSet(command: Command): void {
  command
    .command('set')
    .description('make an account, or change it; the credential so far still proves messages')
    .argument('<merchantId>')
    .argument('<account>', 'connector/account, such as stripe/main')
    .requiredOption('--account <file>', 'JSON { "settings": {…}, "credential": {…} }; - is stdin')
    .addOption(byOption())
    .addHelpText('after', examples('accounts set 10000001 stripe/main --account stripe.json'))
    .action((merchantId: string, via: string, { account: path, by, json }: Options) =>
      withAccounts(async (accounts, db) => {
        const { name, definition } = read(merchantId, via)
        const account = await readAccount(path)
        const found = await probe(via, definition, account)
        await accounts.save(name, definition.stored(account))
        await audit(db, by, 'accounts.set', merchantId, 'done', { via })
        print({ merchantId, via, found }, `${via} of ${merchantId}: ${probeWords[found]}`, json)
      }),
    )
}

function addEndRotation(command: Command): void {
  command
    .command('end-rotation')
    .description('forget the credential before the present one')
    .argument('<merchantId>')
    .argument('<account>', 'connector/account')
    .addOption(byOption())
    .addHelpText('after', examples('accounts end-rotation 10000001 stripe/main'))
    .action((merchantId: string, via: string, { by, json }: Options) =>
      withAccounts(async (accounts, db) => {
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
      withAccounts(async (accounts) => {
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
      withAccounts(async (accounts) => {
        const { name, definition } = read(merchantId, via)
        const stored = await accounts.open(name)
        if (!stored) throw new CommandFailure(`${merchantId} has no account ${via}`)
        const account = { settings: stored.settings, credential: stored.credentials[0] }
        const found = await probe(via, definition, account)
        print({ merchantId, via, found }, `${via} of ${merchantId}: ${probeWords[found]}`, json)
      }),
    )
}

function read(merchantId: string, via: string): { name: AccountName; definition: AnyDefinition } {
  const [connector = '', account = ''] = via.split('/')
  const definition = accountable.find(({ name }) => name === connector)
  if (definition && isVia(via)) return { name: { merchantId, connector, account }, definition }
  const known = [...new Set(accountable.map(({ name }) => `${name}/…`))].join(', ')
  throw new CommandFailure(`${via} is no account: name ${known}`, exitCodes.usage)
}

const withAccounts = <T>(
  run: (accounts: ConnectorAccounts, db: DbPool) => Promise<T>,
): Promise<T> =>
  withConnections(({ db }) => {
    const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
    const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
    return run(createConnectorAccounts(db, envelope), db)
  })
