import { readFileSync } from 'node:fs'
import type { KeyRing } from './key-ring.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { createLocalKeyWrapper } from './local-key-wrapper.ts'
import { createVaultTransitKeyWrapper } from './vault-transit-key-wrapper.ts'

/**
 * Who wraps data keys: the transit engine that the key ring names, else the ring itself. What stands
 * under keys of the ring is read with them, until `keys rewrap` has moved it to the engine.
 */
export function createKeyWrapper(keyRing: KeyRing): KeyWrapper {
  const local = createLocalKeyWrapper(keyRing)
  if (!keyRing.transit) return local
  const { tokenFile, ...place } = keyRing.transit
  // Read for each call: whoever renews the token writes a new file.
  const token = () => readFileSync(tokenFile, 'utf8').trim()
  const transit = createVaultTransitKeyWrapper({ ...place, token })
  return {
    currentKeyId: transit.currentKeyId,
    wrap: transit.wrap,
    unwrap: (wrapped, aad) =>
      keyRing.vault.some(({ id }) => id === wrapped.keyId)
        ? local.unwrap(wrapped, aad)
        : transit.unwrap(wrapped, aad),
  }
}
