/** It did not come from the gateway, or is an old one that somebody plays back. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

interface Given {
  /** The raw text as it came; parsing and writing it again changes it. */
  body: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** Yours, or both while you change from one to the other. */
  secret: string | readonly string[]
  now?: number
}

type Bytes = Uint8Array<ArrayBuffer>

const TOLERANCE_S = 5 * 60

/** The body of a genuine notification or event; whatever is wrong with it is thrown. */
export async function verifyWebhook<T = Record<string, unknown>>(given: Given): Promise<T> {
  const { body, headers, secret, now = Date.now() } = given
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('no signature')
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= TOLERANCE_S))
    throw new WebhookVerificationError('the timestamp is more than five minutes off')
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const sent = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  for (const one of [secret].flat())
    for (const signature of sent)
      if (await isGood(one, content, signature.slice(3))) return JSON.parse(body) as T
  throw new WebhookVerificationError('the signature is wrong')
}

function headerOf(headers: Given['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : found
}

/** Web Crypto compares in constant time, and is in every runtime. */
async function isGood(secret: string, content: Bytes, base64: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, bytesOf(base64), content)
}

function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
