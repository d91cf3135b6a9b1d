import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import type { KeyWrapper } from './key-wrapper.ts'

export type Sealed = { keyId: string; wrappedKey: Buffer; ciphertext: Buffer }

/** Whom a secret belongs to; a row copied to another owner or record does not open. */
export type Owner = { merchantId: string; recordId: string }

/** Envelope encryption: every record has a data key of its own, wrapped by the key wrapper. */
export function createEnvelope(wrapper: KeyWrapper) {
  return {
    seal: async (plaintext: Buffer, owner: Owner): Promise<Sealed> => {
      const dataKey = randomBytes(32)
      const { keyId, wrapped } = await wrapper.wrap(dataKey, bindTo('key', owner))
      const ciphertext = encrypt(dataKey, plaintext, bindTo('record', owner))
      dataKey.fill(0)
      return { keyId, wrappedKey: wrapped, ciphertext }
    },

    open: async ({ keyId, wrappedKey, ciphertext }: Sealed, owner: Owner): Promise<Buffer> => {
      const wrapped = { keyId, wrapped: wrappedKey }
      const dataKey = await wrapper.unwrap(wrapped, bindTo('key', owner))
      try {
        return decrypt(dataKey, ciphertext, bindTo('record', owner))
      } finally {
        dataKey.fill(0)
      }
    },

    /** The same record under the current wrapping key; the ciphertext itself is not touched. */
    rewrap: async (sealed: Sealed, owner: Owner): Promise<Sealed> => {
      const aad = bindTo('key', owner)
      const old = { keyId: sealed.keyId, wrapped: sealed.wrappedKey }
      const dataKey = await wrapper.unwrap(old, aad)
      const { keyId, wrapped } = await wrapper.wrap(dataKey, aad)
      dataKey.fill(0)
      return { keyId, wrappedKey: wrapped, ciphertext: sealed.ciphertext }
    },

    currentKeyId: wrapper.currentKeyId,
  }
}

export type Envelope = ReturnType<typeof createEnvelope>

function bindTo(part: 'key' | 'record', { merchantId, recordId }: Owner): Buffer {
  return Buffer.from(JSON.stringify(['tollgate', part, merchantId, recordId]))
}
