import { timingSafeEqual } from 'node:crypto'
import type { NoticeReader } from './notice.ts'
import { signOf } from './sign.ts'

/** Our own sign at the end of the address that a payer's browser comes back to. */
export const returnSign = (reference: string, crc: string): string =>
  signOf({ session: reference }, crc).slice(0, 32)

/** It proves which payment it was, and never how it ended. */
export const isReturnProven = (
  { session, sign }: { session: string; sign: string },
  { crcs }: Pick<NoticeReader, 'crcs'>,
): boolean =>
  /^[0-9a-f]{32}$/.test(sign) &&
  crcs.some((crc) => timingSafeEqual(Buffer.from(returnSign(session, crc)), Buffer.from(sign)))
