import { Client, Connection } from '@temporalio/client'
import { join } from 'node:path'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import type { RunningStack } from './stack-setup.ts'

type Place = Pick<RunningStack, 'temporal' | 'namespace' | 'home'>

/** The durable engine of a running stack, read with the stack's own keys. */
export async function openTemporal({ temporal, namespace, home }: Place) {
  const keyRing = loadKeyRing(join(home, 'keys.json'))
  const dataConverter = { payloadCodecs: [createPayloadCodec(keyRing)] }
  const connection = await Connection.connect({ address: temporal })
  const client = new Client({ connection, namespace, dataConverter })
  return { client, keyRing, dataConverter, close: () => connection.close() }
}
