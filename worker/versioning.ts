import type { WorkerOptions } from '@temporalio/worker'
import { hostname } from 'node:os'

/**
 * Worker versioning: a worker with a build id takes work once its version was made current, and open
 * payments move to it by themselves. Without one, every worker takes everything, as in development.
 * What fails says by whom: the identity begins with the build.
 */
export const versioning = ({
  deployment,
  buildId,
}: {
  deployment: string
  buildId: string | undefined
}): Pick<WorkerOptions, 'identity' | 'workerDeploymentOptions'> =>
  buildId === undefined
    ? {}
    : {
        identity: `${buildId} ${String(process.pid)}@${hostname()}`,
        workerDeploymentOptions: {
          useWorkerVersioning: true,
          version: { deploymentName: deployment, buildId },
          defaultVersioningBehavior: 'AUTO_UPGRADE',
        },
      }
