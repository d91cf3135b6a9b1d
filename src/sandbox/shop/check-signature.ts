import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Received } from '../receiver/receiver.ts'

/** As a merchant checks a notification: the values in their order, signed with the shared secret. */
export function checkSignature({ body, headers }: Received, secret: string | undefined): boolean {
  const given = headers['signature']
  if (!secret || typeof given !== 'string') return false
  const expected = createHmac('sha256', secret).update(signedText(body)).digest()
  const actual = Buffer.from(given, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function signedText(body: string): string {
  try {
    return Object.values(JSON.parse(body) as Record<string, unknown>)
      .map(String)
      .join('')
  } catch {
    return ''
  }
}
