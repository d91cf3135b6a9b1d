import type { Command } from 'commander'
import { hostname } from 'node:os'
import { audit } from '../../desk/audit.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { machineAccount } from '../../desk/machine-account.ts'
import { operatorCommands } from '../../desk/operators/commands.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { disableOperator, listOperators } from '../../postgres/operators.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `operators …`: who may come in, and as what. */
export function operatorsCommand(command: Command): Command {
  command
    .command('list')
    .description('everybody, with role and the end of the last token')
    .addHelpText('after', examples('operators list'))
    .action(({ json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const all = await listOperators(db)
        const rows = all.map(({ name, role, createdBy, disabledAt, tokenUntil }) => [
          name,
          role,
          createdBy,
          tokenUntil,
          disabledAt,
        ])
        print(all, table(['name', 'role', 'made by', 'token until', 'disabled'], rows), json)
      }),
    )

  // Not a command of the desk: it needs no token, because in an incident there may be none to trust.
  command
    .command('disable')
    .description(
      'ends every token and session of an operator at once; runs beside the database, under the account of this machine',
    )
    .argument('<name>', 'who')
    .addHelpText('after', examples('operators disable anna'))
    .action((name: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        if (!(await disableOperator(db, name))) throw new CommandFailure(`no operator ${name}`)
        const caller = { by: machineAccount(), origin: hostname() }
        await audit(db, caller, 'operators.disable', `operator/${name}`)
        print({ name, disabled: true }, `${name} is disabled`, json)
      }),
    )
  return addDeskCommands(command, operatorCommands)
}
