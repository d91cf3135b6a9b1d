import type { Command } from 'commander'
import { buildColumns, buildRows, rolloutCommands } from '../../desk/rollouts/commands.ts'
import { readDeployment } from '../../desk/rollouts/deployment.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { checkCommand } from './check.ts'

/** `rollout …`: which build of the workers decides payments. */
export function rolloutCommand(command: Command): Command {
  command
    .command('show')
    .description('the builds that workers run, and which of them get tasks')
    .option('--deployment <name>', 'as WORKER_DEPLOYMENT of the workers', 'tollgate')
    .addHelpText('after', examples('rollout show'))
    .action(({ deployment: name, json }: { deployment: string; json?: boolean }) =>
      withConnections(async ({ temporal }) => {
        const deployment = await readDeployment(await temporal(), name)
        print(deployment, table(buildColumns, buildRows(deployment)), json)
      }),
    )
  command.addCommand(checkCommand())
  return addDeskCommands(command, rolloutCommands)
}
