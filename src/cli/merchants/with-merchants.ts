import { readConfig } from '../../config.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { createMerchants } from '../../postgres/merchants.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../vault/local-key-wrapper.ts'
import type { Parts } from '../with-parts.ts'
import { withParts } from '../with-parts.ts'

/** As `withParts`, for commands that need merchants and their secrets. */
export const withMerchants = <T>(
  run: (parts: Parts & { merchants: Merchants }) => Promise<T>,
): Promise<T> =>
  withParts((parts) => {
    const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
    const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
    return run({ ...parts, merchants: createMerchants(parts.db, envelope) })
  })
