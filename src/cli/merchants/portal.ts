import type { Command } from 'commander'
import { portalCommands } from '../../desk/merchants/portal.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { listPeople } from '../../postgres/portal/people.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `portal …`: the people of merchants. */
export function portalCommand(command: Command): Command {
  command
    .command('list')
    .description('the people of a merchant')
    .argument('<merchantId>')
    .addHelpText('after', examples('portal list 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const people = await listPeople(db, merchantId)
        const rows = people.map(({ name, role, createdAt, joinedAt, disabledAt }) => [
          name,
          role,
          createdAt,
          joinedAt,
          disabledAt,
        ])
        print(people, table(['name', 'role', 'invited', 'joined', 'disabled'], rows), json)
      }),
    )
  return addDeskCommands(command, portalCommands)
}
