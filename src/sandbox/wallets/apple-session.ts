import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { InvalidField, oneOf, text } from '../fields.ts'
import type { Fields } from '../fields.ts'

const LIFE_MS = 300_000

/** A merchant session as Apple's server would answer: for one merchant and host, five minutes long. */
export function openAppleSession(body: Fields, key: string): Fields {
  oneOf(body, 'initiative', ['web'])
  const now = Date.now()
  const session = {
    epochTimestamp: now,
    expiresAt: now + LIFE_MS,
    merchantSessionIdentifier: randomBytes(32).toString('hex').toUpperCase(),
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier: text(body, 'merchantIdentifier'),
    domainName: text(body, 'initiativeContext'),
    displayName: text(body, 'displayName'),
  }
  return { ...session, signature: sign(session, key) }
}

/** The phone shows its sheet only with a session of this merchant that still lives. */
export function checkAppleSession(given: string, merchantId: string, key: string): void {
  const { signature, ...session } = parse(given)
  const known = Buffer.from(sign(session, key))
  const signed = Buffer.from(typeof signature === 'string' ? signature : '')
  const isOurs = signed.length === known.length && timingSafeEqual(signed, known)
  if (!isOurs) throw new InvalidField('apaySession', 'a session of this sandbox')
  if (session.merchantIdentifier !== `merchant.tollgate.${merchantId}`)
    throw new InvalidField('apaySession', 'a session of the merchant')
  if (!(Number(session.expiresAt) > Date.now()))
    throw new InvalidField('apaySession', 'a session that still lives')
}

const sign = (session: Fields, key: string): string =>
  createHmac('sha256', `apple session ${key}`).update(JSON.stringify(session)).digest('hex')

function parse(given: string): Fields {
  try {
    return JSON.parse(Buffer.from(given, 'base64').toString()) as Fields
  } catch {
    return {}
  }
}
