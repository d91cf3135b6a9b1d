import type { z } from 'zod'
import { attempt, check } from './wallet-outcome.ts'

/** Canonical base64 only, so that two different texts never mean the same token. */
export function decodeBase64(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  check(bytes.length > 0 && bytes.toString('base64') === text, `${name} is not canonical base64`)
  return bytes
}

/** The same strictness for the parts of a compact JWS or JWE. */
export function checkCompact(text: string, name: string): void {
  const isCanonical = (part: string) =>
    Buffer.from(part, 'base64url').toString('base64url') === part
  check(text.split('.').every(isCanonical), `${name} is not canonical base64url`)
}

export function decodeHex(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'hex')
  check(bytes.toString('hex') === text, `${name} is not lower-case hex`)
  return bytes
}

/** Parses JSON from strict UTF-8 and keeps the fields that `schema` names. */
export function decodeJson<Schema extends z.ZodType>(
  json: string | Uint8Array,
  schema: Schema,
  name: string,
): z.output<Schema> {
  const text =
    typeof json === 'string' ? json : attempt(`${name} is not UTF-8`, () => utf8.decode(json))
  const value = attempt(`${name} is not JSON`, (): unknown => JSON.parse(text))
  const parsed = schema.safeParse(value)
  check(parsed.success, `${name} has a missing or malformed field`)
  return parsed.data
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
