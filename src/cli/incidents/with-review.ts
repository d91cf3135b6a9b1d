import type { Client } from '@temporalio/client'
import type { CliConfig } from '../../config.ts'
import { readConfig } from '../../config.ts'
import type { DbPool } from '../../postgres/db.ts'
import type { KeyRing } from '../../vault/key-ring.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { createPayloadCodec } from '../../vault/payload-codec.ts'
import { withConnections } from '../with-connections.ts'

export interface ReviewParts {
  config: CliConfig
  db: DbPool
  client: Client
  codec: ReturnType<typeof createPayloadCodec>
  keyRing: KeyRing
}

/** Runs a command that reads histories: the database, Temporal, and the key to its payloads. */
export const withReview = <T>(run: (parts: ReviewParts) => Promise<T>): Promise<T> =>
  withConnections(async ({ db, temporal }) => {
    const config = readConfig(process.env, 'cli')
    const keyRing = loadKeyRing(config.keysFile)
    return run({
      config,
      db,
      client: await temporal(),
      keyRing,
      codec: createPayloadCodec(keyRing),
    })
  })
