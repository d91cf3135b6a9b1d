import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { join } from 'node:path'
import { expect } from 'vitest'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import { buildBundle } from '../../worker/bundle.ts'
import type { World } from './world.ts'

let installed = false

/** Every history that these payments made runs through the present code to the same end. */
export async function checkReplay(world: World, paymentIds: readonly string[]): Promise<void> {
  if (!installed) Runtime.install({ logger: new DefaultLogger('ERROR') })
  installed = true
  const { temporal, namespace } = world.stack.info
  const connection = await Connection.connect({ address: temporal })
  const codec = createPayloadCodec(loadKeyRing(join(world.stack.home, 'keys.json')))
  const client = new Client({ connection, namespace, dataConverter: { payloadCodecs: [codec] } })
  const histories = (async function* () {
    for (const paymentId of paymentIds) {
      const workflowId = `pay/${paymentId}`
      yield { workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() }
    }
  })()
  const options = { workflowBundle: await buildBundle(), dataConverter: { payloadCodecs: [codec] } }
  const failures: string[] = []
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories))
    if (error) failures.push(`${workflowId}: ${error.message}`)
  expect(failures).toEqual([])
  await connection.close()
}
