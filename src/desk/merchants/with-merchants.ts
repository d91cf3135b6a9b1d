import { readConfig } from '../../settings/config.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { createMerchants } from '../../postgres/merchants.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { createKeyWrapper } from '../../vault/create-key-wrapper.ts'
import type { Connections } from '../with-connections.ts'
import { withConnections } from '../with-connections.ts'

/** As `withConnections`, for commands that need merchants and their secrets. */
export const withMerchants = <T>(
  run: (connections: Connections & { merchants: Merchants }) => Promise<T>,
): Promise<T> =>
  withConnections((connections) => {
    const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
    const envelope = createEnvelope(createKeyWrapper(keyRing))
    return run({ ...connections, merchants: createMerchants(connections.db, envelope) })
  })
