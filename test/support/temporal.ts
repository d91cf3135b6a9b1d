import { Client, Connection } from '@temporalio/client'
import { join } from 'node:path'
import type { HistoryReader } from '../../src/review/history-reader.ts'
import { openHistoryReader } from '../../src/review/history-reader.ts'
import { replayBundle } from '../../src/review/replay-bundle.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import type { RunningStack } from './stack-setup.ts'

type Place = Pick<RunningStack, 'temporal' | 'namespace' | 'home'>

/** The durable engine of a running stack, read with the stack's own keys. */
export async function openTemporal({ temporal, namespace, home }: Place) {
  const keyRing = loadKeyRing(join(home, 'keys.json'))
  const codec = createPayloadCodec(keyRing)
  const dataConverter = { payloadCodecs: [codec] }
  const connection = await Connection.connect({ address: temporal })
  const client = new Client({ connection, namespace, dataConverter })
  return { client, keyRing, codec, dataConverter, close: () => connection.close() }
}

/** What its workflows come to by their histories, on the present code. */
export async function openHistories(place: Place): Promise<HistoryReader> {
  const { client, codec, close } = await openTemporal(place)
  const reader = openHistoryReader({ client, codec, bundle: await replayBundle() })
  return {
    read: reader.read,
    close: async () => {
      await reader.close()
      await close()
    },
  }
}
