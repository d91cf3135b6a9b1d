import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { generateWalletKeys } from '../../../src/wallets/keys.ts'
import type { GooglePayContext } from '../../../src/wallets/open-google-pay.ts'

export const nowMs = Date.parse('2026-11-15T12:00:00Z')

type Pair = { publicKey: KeyObject; privateKey: KeyObject }

export const p256 = (): Pair => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const spkiBase64 = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).toString('base64')

const root = p256()
const intermediate = p256()
const keys = generateWalletKeys().google

export const googleContext: GooglePayContext = {
  roots: { ECv2: [{ keyValue: spkiBase64(root.publicKey) }] },
  keys,
  gateway: 'tollgate',
  merchantId: 'MID-1',
  nowMs,
}

export const cardDetails = {
  pan: '4000000000001000',
  expirationMonth: 7,
  expirationYear: 2030,
  authMethod: 'CRYPTOGRAM_3DS',
  cryptogram: 'AAAAAAABBBBBBBCCCCCCC/+=',
  eciIndicator: '05',
}

export const googleMessage = {
  messageId: 'message-1',
  messageExpiration: String(nowMs + 60_000),
  gatewayMerchantId: 'MID-1',
  paymentMethod: 'CARD',
  paymentMethodDetails: cardDetails as object,
}

export type GoogleOptions = {
  root?: KeyObject
  intermediate?: KeyObject
  /** Signatures that go before the root's own. */
  strangeSignatures?: string[]
  senderId?: string
  recipientId?: string
  protocolVersion?: string
  signedKey?: object
  message?: object
  plaintext?: string
  recipient?: KeyObject
  /** Changes the encrypted envelope before it is signed. */
  envelope?: (envelope: Envelope) => object
  /** Changes the token after everything was signed. */
  token?: (token: GoogleToken) => object
}

export type Envelope = { encryptedMessage: string; ephemeralPublicKey: string; tag: string }
export type GoogleToken = ReturnType<typeof signToken>

/** What Google Pay would return for our gateway, with any one thing made wrong. */
export function mintGoogleToken(options: GoogleOptions = {}): string {
  const token = signToken(options)
  const changed = options.token ? options.token(token) : token
  return Buffer.from(JSON.stringify(changed)).toString('base64')
}

function signToken(options: GoogleOptions) {
  const { senderId = 'Google', recipientId = 'gateway:tollgate' } = options
  const { protocolVersion = 'ECv2' } = options
  const signedKey = JSON.stringify({
    keyValue: spkiBase64(createPublicKey(options.intermediate ?? intermediate.privateKey)),
    keyExpiration: String(nowMs + 86_400_000),
    ...options.signedKey,
  })
  const plaintext = options.plaintext ?? JSON.stringify({ ...googleMessage, ...options.message })
  const envelope = encrypt(plaintext, options.recipient ?? createPublicKey(keys[0]!.privateKeyPem))
  const signedMessage = JSON.stringify(options.envelope ? options.envelope(envelope) : envelope)
  const signBy = (key: KeyObject, ...parts: string[]) =>
    sign('sha256', lengthPrefixed(parts), key).toString('base64')
  return {
    protocolVersion,
    signature: signBy(
      options.intermediate ?? intermediate.privateKey,
      senderId,
      recipientId,
      protocolVersion,
      signedMessage,
    ),
    intermediateSigningKey: {
      signedKey,
      signatures: [
        ...(options.strangeSignatures ?? []),
        signBy(options.root ?? root.privateKey, senderId, protocolVersion, signedKey),
      ],
    },
    signedMessage,
  }
}

function encrypt(plaintext: string, recipient: KeyObject): Envelope {
  const ephemeral = p256()
  const point = ephemeral.publicKey.export({ format: 'der', type: 'spki' }).subarray(-65)
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient })
  const ikm = Buffer.concat([point, secret])
  const derived = Buffer.from(hkdfSync('sha256', ikm, Buffer.alloc(32), 'Google', 64))
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return {
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', derived.subarray(32)).update(encrypted).digest('base64'),
  }
}

function lengthPrefixed(parts: string[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.from(part)
      return Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), bytes])
    }),
  )
}
