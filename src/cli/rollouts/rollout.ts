import { Command, InvalidArgumentError } from 'commander'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import type { Connections } from '../with-connections.ts'
import { withConnections } from '../with-connections.ts'
import { checkCommand } from './check.ts'
import type { Deployment } from './deployment.ts'
import { readDeployment, requireBuild, setCurrent, setRamp } from './deployment.ts'

interface Options {
  deployment: string
  by: string
  json?: boolean
}

/** `rollout …`: which build of the workers decides payments. */
export function rolloutCommand(): Command {
  const command = new Command('rollout').description('which build of the workers decides payments')
  addShow(command)
  command.addCommand(checkCommand())
  change(command, 'ramp', 'give a build a part of all tasks, those of open payments too')
    .argument('<build>')
    .argument('<percent>', '1 to 100, or 0 to end the ramp', readPercent)
    .addHelpText('after', examples('rollout ramp 2026.11.15-3f2a9c1 10 --by anna'))
    .action((build: string, percent: number, options: Options) =>
      changed(options, 'ramp', async (deployment, parts) => {
        requireBuild(deployment, build)
        if (deployment.current === build) throw new CommandFailure(`${build} is current already`)
        await setRamp(parts, build, percent)
        return { build, percent }
      }),
    )
  change(command, 'current', 'give a build all tasks; it must have passed `rollout check`')
    .argument('<build>')
    .addHelpText('after', examples('rollout current 2026.11.15-3f2a9c1 --by anna'))
    .action((build: string, options: Options) =>
      changed(options, 'current', async (deployment, parts) => {
        requireBuild(deployment, build)
        await setCurrent(parts, build)
        return { build, before: deployment.current }
      }),
    )
  change(command, 'back', 'end any ramp and give all tasks to an earlier build, at once')
    .argument('<build>')
    .addHelpText('after', examples('rollout back 2026.11.14-99ab01c --by anna'))
    .action((build: string, options: Options) =>
      changed(options, 'back', async (deployment, parts) => {
        requireBuild(deployment, build)
        // The ramp first: as long as it stands, a bad build goes on deciding.
        if (deployment.ramping) await setRamp(parts, deployment.ramping.build, 0)
        if (deployment.current !== build) await setCurrent(parts, build)
        return { build, before: deployment.current, ramped: deployment.ramping?.build }
      }),
    )
  return command
}

function addShow(command: Command): void {
  command
    .command('show')
    .description('the builds that workers run, and which of them get tasks')
    .option('--deployment <name>', 'as WORKER_DEPLOYMENT of the workers', 'tollgate')
    .addHelpText('after', examples('rollout show'))
    .action(({ deployment, json }: Options) =>
      withConnections(async ({ temporal }) =>
        show(await readDeployment(await temporal(), deployment), json),
      ),
    )
}

const change = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .option('--deployment <name>', 'as WORKER_DEPLOYMENT of the workers', 'tollgate')
    .addOption(byOption())

type Parts = Parameters<typeof setCurrent>[0]

/** Does it, writes it down and shows what stands then. */
const changed = (
  { deployment: deploymentName, by, json }: Options,
  action: string,
  run: (deployment: Deployment, parts: Parts) => Promise<object>,
): Promise<void> =>
  withConnections(async ({ db, temporal }: Connections) => {
    const client = await temporal()
    const before = await readDeployment(client, deploymentName)
    const detail = await run(before, { client, deploymentName, identity: by })
    await audit(db, by, `rollout.${action}`, deploymentName, 'done', detail)
    show(await readDeployment(client, deploymentName), json)
  })

function show(deployment: Deployment, json: boolean | undefined): void {
  const { current, ramping, builds } = deployment
  const share = (build: string): string => {
    if (build === ramping?.build) return `${String(ramping.percentage)} %`
    if (build !== current) return '0 %'
    return `${String(100 - (ramping?.percentage ?? 0))} %`
  }
  const rows = builds.map(({ build, state, since }) => [build, state, share(build), since])
  print(deployment, table(['build', 'state', 'tasks', 'known since'], rows), json)
}

function readPercent(text: string): number {
  const percent = Number(text)
  if (text.trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('must be from 0 to 100')
  return percent
}
