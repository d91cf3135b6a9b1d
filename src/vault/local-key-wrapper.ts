import type { KeyObject } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import { currentKey, findKey } from './key-ring.ts'
import type { KeyWrapper } from './key-wrapper.ts'

/** Of a key ring what wraps: the first of the keys is current. */
export interface WrappingKeys {
  readonly vault: readonly { id: string; key: KeyObject }[]
  readonly refresh: () => boolean
}

/** Wraps data keys under the `vault` keys of the key ring. */
export function createLocalKeyWrapper(keyRing: WrappingKeys): KeyWrapper {
  return {
    currentKeyId: () => Promise.resolve(currentKey(keyRing.vault).id),

    wrap: async (dataKey, aad) => {
      const { id, key } = currentKey(keyRing.vault)
      return Promise.resolve({ keyId: id, wrapped: encrypt(key, dataKey, bindKey(aad, id)) })
    },

    unwrap: async ({ keyId, wrapped }, aad) => {
      const found = findKey(keyRing, ({ vault }) => vault.find(({ id }) => id === keyId))
      if (!found) throw new Error(`vault key ${keyId} is not in the key ring`)
      return Promise.resolve(decrypt(found.key, wrapped, bindKey(aad, keyId)))
    },
  }
}

function bindKey(aad: Buffer, keyId: string): Buffer {
  return Buffer.concat([Buffer.from(`${keyId}\n`), aad])
}
