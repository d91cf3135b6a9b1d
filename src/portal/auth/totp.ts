import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from './base32.ts'

const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** A clock may be one step off, in either direction. */
const DRIFT = [-1, 0, 1]

/** Of 160 bits, as RFC 4226 recommends; in base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

export const isTotpSecret = (text: string): boolean =>
  /^[A-Z2-7]{32}$/.test(text) && fromBase32(text)?.length === SECRET_BYTES

/** RFC 6238 with SHA-1, 30 seconds and six digits: what every authenticator app speaks. */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const key = fromBase32(secret) ?? Buffer.alloc(0)
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The time step that a code belongs to, if it is good now and later than the last that was used. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const given = Buffer.from(code)
  const steps = DRIFT.map((drift) => stepAt(now) + drift)
  const good = steps.filter((step) => timingSafeEqual(Buffer.from(totpAt(secret, step)), given))
  return good.find((step) => step > after)
}

/** What an authenticator app reads from a link. */
export function totpLink(secret: string, { merchant, name }: { merchant: string; name: string }) {
  const label = encodeURIComponent(`Tollgate ${merchant}:${name}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(`Tollgate ${merchant}`)}`
}
