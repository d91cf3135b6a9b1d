/** Whoever holds the key-encryption keys: the local key ring, or a key service. */
export type KeyWrapper = {
  /** The id that `wrap` would use now; records under another id wait for re-wrapping. */
  currentKeyId: () => Promise<string>
  wrap: (dataKey: Buffer, aad: Buffer) => Promise<WrappedKey>
  unwrap: (wrapped: WrappedKey, aad: Buffer) => Promise<Buffer>
}

export type WrappedKey = { keyId: string; wrapped: Buffer }
