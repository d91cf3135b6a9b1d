import type { Command } from 'commander'
import { CommandFailure } from '../../desk/failure.ts'
import { accountCommands, definitionOf, readAccountName } from '../../desk/providers/accounts.ts'
import { probe, probeWords } from '../../desk/providers/probe.ts'
import { withAccounts } from '../../desk/providers/with-accounts.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

interface Options {
  json?: boolean
}

/** `accounts …`: merchants' own accounts at providers. */
export function accountsCommand(command: Command): Command {
  addList(command)
  addCheck(command)
  return addDeskCommands(command, accountCommands)
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
        const { name, definitions } = readAccountName({ merchantId, via })
        const stored = await accounts.open(name)
        if (!stored) throw new CommandFailure(`${merchantId} has no account ${via}`)
        const account = { settings: stored.settings, credential: stored.credentials[0] }
        const found = await probe(via, definitionOf(definitions, account), account, guard)
        print({ merchantId, via, found }, `${via} of ${merchantId}: ${probeWords[found]}`, json)
      }),
    )
}
