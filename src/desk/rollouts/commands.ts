import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Answer, Caller, DeskCommand } from '../command.ts'
import { deskCommand, one } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { text } from '../fields.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import type { Deployment } from './deployment.ts'
import { readDeployment, requireBuild, setCurrent, setRamp } from './deployment.ts'

const input = z.strictObject({
  build: text('build', 'as `rollout show` names it'),
  deployment: text('name', 'as WORKER_DEPLOYMENT of the workers').default('tollgate'),
})

const ramp = deskCommand({
  name: 'rollout ramp',
  description: 'give a build a part of all tasks, those of open payments too',
  ...one('administrator', 'it chooses among builds that a deployment has put there'),
  input: input.extend({
    percent: z.number().min(0).max(100).meta({ description: '1 to 100, or 0 to end the ramp' }),
  }),
  takes: ['build', 'percent'],
  examples: [{ build: '2026.11.15-3f2a9c1', percent: 10 }],
  carryOut: ({ build, percent, deployment: name }, caller) =>
    changed(name, 'ramp', caller, async (deployment, parts) => {
      requireBuild(deployment, build)
      if (deployment.current === build) throw new CommandFailure(`${build} is current already`)
      await setRamp(parts, build, percent)
      return { build, percent }
    }),
})

const current = deskCommand({
  name: 'rollout current',
  description: 'give a build all tasks; it must have passed `rollout check`',
  ...one('administrator', 'it chooses among builds that a deployment put there'),
  input,
  takes: ['build'],
  examples: [{ build: '2026.11.15-3f2a9c1' }],
  carryOut: ({ build, deployment: name }, caller) =>
    changed(name, 'current', caller, async (deployment, parts) => {
      requireBuild(deployment, build)
      await setCurrent(parts, build)
      return { build, before: deployment.current }
    }),
})

const back = deskCommand({
  name: 'rollout back',
  description: 'end any ramp and give all tasks to an earlier build, at once',
  ...one('administrator', 'in an incident one person must be able to go back'),
  input,
  takes: ['build'],
  examples: [{ build: '2026.11.14-99ab01c' }],
  carryOut: ({ build, deployment: name }, caller) =>
    changed(name, 'back', caller, async (deployment, parts) => {
      requireBuild(deployment, build)
      // The ramp first: as long as it stands, a bad build goes on deciding.
      if (deployment.ramping) await setRamp(parts, deployment.ramping.build, 0)
      if (deployment.current !== build) await setCurrent(parts, build)
      return { build, before: deployment.current, ramped: deployment.ramping?.build }
    }),
})

/** Which build of the workers decides payments. */
export const rolloutCommands: readonly DeskCommand[] = [ramp, current, back]

type Parts = Parameters<typeof setCurrent>[0]

/** Does it, writes it down and shows what stands then. */
const changed = (
  deploymentName: string,
  action: string,
  caller: Caller,
  run: (deployment: Deployment, parts: Parts) => Promise<object>,
): Promise<Answer> =>
  withConnections(async ({ db, temporal }) => {
    const client = await temporal()
    const before = await readDeployment(client, deploymentName)
    const detail = await run(before, { client, deploymentName, identity: caller.by })
    await audit(db, caller, `rollout.${action}`, deploymentName, 'done', detail)
    const now = await readDeployment(client, deploymentName)
    return { value: now, text: table(buildColumns, buildRows(now)) }
  })

export const buildColumns = ['build', 'state', 'tasks', 'known since'] as const

export function buildRows({ current: now, ramping, builds }: Deployment): string[][] {
  const share = (build: string): string => {
    if (build === ramping?.build) return `${String(ramping.percentage)} %`
    if (build !== now) return '0 %'
    return `${String(100 - (ramping?.percentage ?? 0))} %`
  }
  return builds.map(({ build, state, since }) => [build, state, share(build), since])
}
