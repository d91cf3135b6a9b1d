import { z } from 'zod'

/** Fields that the wallets have in common, as they must look inside a decrypted token. */
export const CardNumber = z.string().regex(/^\d{12,19}$/)

/** Opaque to us; printable, because it goes on to the acquirer. */
export const Cryptogram = z.string().regex(/^[\x21-\x7e]{1,256}$/)

export const Eci = z.string().regex(/^\d{1,2}$/)

export const ReplayId = z.string().min(1).max(256)

/** Milliseconds since 1970, as text. */
export const MillisText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
