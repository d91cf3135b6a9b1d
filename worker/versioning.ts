import type { WorkerOptions } from '@temporalio/worker'

/**
 * Worker versioning: a worker with a build id takes work once its version was made current, and open
 * payments move to it by themselves. Without one, every worker takes everything, as in development.
 */
export const versioning = ({
  deployment,
  buildId,
}: {
  deployment: string
  buildId: string | undefined
}): Pick<WorkerOptions, 'workerDeploymentOptions'> =>
  buildId === undefined
    ? {}
    : {
        workerDeploymentOptions: {
          useWorkerVersioning: true,
          version: { deploymentName: deployment, buildId },
          defaultVersioningBehavior: 'AUTO_UPGRADE',
        },
      }
