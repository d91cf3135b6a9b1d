import type { Client } from '@temporalio/client'
import type { CliConfig } from '../settings/config.ts'
import { readConfig } from '../settings/config.ts'
import type { DbPool } from '../postgres/db.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { loadKeyRing } from '../vault/key-ring.ts'
import { createPayloadCodec } from '../vault/payload-codec.ts'
import type { Connections } from './with-connections.ts'
import { withConnections } from './with-connections.ts'

export interface ReviewParts {
  config: CliConfig
  db: DbPool
  client: Client
  codec: ReturnType<typeof createPayloadCodec>
  keyRing: KeyRing
}

/** Runs a command that reads histories. */
export const withReview = <T>(run: (parts: ReviewParts) => Promise<T>): Promise<T> =>
  withConnections(async (connections) => run(await reviewParts(connections)))

/** What histories are read with: the database, Temporal, and the key to its payloads. */
export async function reviewParts({ db, temporal }: Connections): Promise<ReviewParts> {
  const config = readConfig(process.env, 'cli')
  const keyRing = loadKeyRing(config.keysFile)
  const client = await temporal()
  return { config, db, client, keyRing, codec: createPayloadCodec(keyRing) }
}
