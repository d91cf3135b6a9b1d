import { NativeConnection, Worker } from '@temporalio/worker'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import type { Deps } from '../activities/deps.ts'
import { createPaymentActivities } from '../activities/payment-activities.ts'
import { dataConverterOf, namespaceOf } from '../src/gateway/temporal.ts'

/**
 * Runs the calls that need a CVV or a BLIK code in the one process that holds it. Its queue is this
 * boot's own: when the process is gone nobody takes from it, and the payment asks for the secret again.
 */
export async function startSecretWorker(
  deps: Deps,
  taskQueue: string,
): Promise<{ stop(): Promise<void> }> {
  const connection = await NativeConnection.connect(loadClientConnectConfig().connectionOptions)
  const { authorize, blikPay } = createPaymentActivities(deps)
  const worker = await Worker.create({
    connection,
    namespace: namespaceOf(),
    dataConverter: dataConverterOf(deps.keyRing),
    taskQueue,
    activities: { authorize, blikPay },
    shutdownGraceTime: '12s',
    shutdownForceTime: '15s',
  })
  const running = worker.run()
  return {
    stop: async () => {
      worker.shutdown()
      await running
      await connection.close()
    },
  }
}
