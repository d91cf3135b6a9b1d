import type { Client } from '@temporalio/client'
import { CommandFailure } from '../failure.ts'

/** The builds of a worker deployment, as Temporal knows them, and which of them get the tasks. */
export interface Deployment {
  current: string | undefined
  ramping: { build: string; percentage: number } | undefined
  builds: { build: string; state: string; since: string }[]
}

/** What Temporal calls a version's status, by its number. */
const STATES = ['unknown', 'inactive', 'current', 'ramping', 'draining', 'drained', 'created']

export async function readDeployment(client: Client, deploymentName: string): Promise<Deployment> {
  const { namespace } = client.options
  const { workerDeploymentInfo } = await client.workflowService
    .describeWorkerDeployment({ namespace, deploymentName })
    .catch((error: unknown) => {
      if ((error as { code?: number }).code !== NOT_FOUND) throw error
      throw new CommandFailure(
        `no worker of ${deploymentName} has told a build yet: start workers with WORKER_BUILD_ID`,
      )
    })
  const { routingConfig, versionSummaries } = workerDeploymentInfo ?? {}
  const ramping = routingConfig?.rampingDeploymentVersion?.buildId
  return {
    current: routingConfig?.currentDeploymentVersion?.buildId ?? undefined,
    ramping: ramping
      ? { build: ramping, percentage: routingConfig.rampingVersionPercentage ?? 0 }
      : undefined,
    builds: (versionSummaries ?? []).map(({ deploymentVersion, status, createTime }) => ({
      build: deploymentVersion?.buildId ?? '',
      state: STATES[Number(status)] ?? 'unknown',
      since: new Date(Number(createTime?.seconds ?? 0) * 1000).toISOString(),
    })),
  }
}

const NOT_FOUND = 5

/** A build that no worker has told of would get tasks that nobody takes. */
export function requireBuild({ builds }: Deployment, build: string): void {
  if (builds.some((known) => known.build === build)) return
  const known = builds.map((one) => one.build).join(', ')
  throw new CommandFailure(`no worker runs the build ${build}; there is ${known}`)
}

interface Change {
  client: Client
  deploymentName: string
  identity: string
}

export async function setCurrent(
  { client, deploymentName, identity }: Change,
  buildId: string,
): Promise<void> {
  const { namespace } = client.options
  const request = { namespace, deploymentName, buildId, identity }
  await client.workflowService.setWorkerDeploymentCurrentVersion(request)
}

/** Of all tasks, those of payments that are open already too. Nothing at zero per cent. */
export async function setRamp(
  { client, deploymentName, identity }: Change,
  build: string,
  percentage: number,
): Promise<void> {
  const { namespace } = client.options
  const buildId = percentage === 0 ? '' : build
  const request = { namespace, deploymentName, buildId, percentage, identity }
  await client.workflowService.setWorkerDeploymentRampingVersion(request)
}
