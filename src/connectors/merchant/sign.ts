import { createHmac } from 'node:crypto'

/**
 * The headers that prove who sent a notification. `Signature` covers the values of the body and no
 * time; the Standard Webhooks headers beside it cover the body's bytes, the event and the time. While
 * a secret is being rotated both are made with the new one first and the old one second.
 */
export function sign(
  body: string,
  { eventId, secrets, atMs }: { eventId: string; secrets: readonly string[]; atMs: number },
): Record<string, string> {
  const [current, previous] = secrets
  if (current === undefined) throw new Error('a notification cannot be signed without a secret')
  const timestamp = String(Math.floor(atMs / 1_000))
  const content = `${eventId}.${timestamp}.${body}`
  return {
    signature: hmac(current, signedValues(body)).toString('hex'),
    ...(previous !== undefined && {
      'signature-previous': hmac(previous, signedValues(body)).toString('hex'),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(secret, content).toString('base64')}`)
      .join(' '),
  }
}

/** The values in their order, one after the other, each as it stands in the JSON text. */
export const signedValues = (body: string): string =>
  Object.values(JSON.parse(body) as Record<string, string | number>)
    .map(String)
    .join('')

const hmac = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()
