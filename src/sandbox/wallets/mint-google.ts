import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { WalletOrder } from './wallet-order.ts'

const senderId = 'Google'
/** We pose as the wallet of merchants whose gateway is called tollgate. */
const recipientId = 'gateway:tollgate'
const protocolVersion = 'ECv2'
const lifetimeMs = 60 * 60_000

/** A Google Pay ECv2 token: the root signs a fresh intermediate key, which signs the message. */
export function mintGoogle(order: WalletOrder, rootKey: KeyObject, gatewayKey: string): string {
  const intermediate = makeKeys()
  const signedKey = JSON.stringify({
    keyValue: intermediate.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    keyExpiration: String(Date.now() + lifetimeMs),
  })
  const signedMessage = JSON.stringify(encrypt(JSON.stringify(messageOf(order)), gatewayKey))
  const token = {
    signature: signParts(intermediate.privateKey, [
      senderId,
      recipientId,
      protocolVersion,
      signedMessage,
    ]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signParts(rootKey, [senderId, protocolVersion, signedKey])],
    },
    protocolVersion,
    signedMessage,
  }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

function messageOf({ pan, expDate, merchantId, authMethod, eci, lifeSeconds }: WalletOrder) {
  const strong = { cryptogram: randomBytes(20).toString('base64'), eciIndicator: eci }
  return {
    messageId: randomUUID(),
    messageExpiration: String(Date.now() + lifeSeconds * 1000),
    gatewayMerchantId: merchantId,
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan,
      expirationMonth: Number(expDate.slice(4)),
      expirationYear: Number(expDate.slice(0, 4)),
      authMethod,
      ...(authMethod === 'CRYPTOGRAM_3DS' && strong),
      assuranceDetails: {
        cardHolderAuthenticated: authMethod === 'CRYPTOGRAM_3DS',
        accountVerified: true,
      },
    },
  }
}

/** ECIES on P-256: HKDF-SHA256, AES-256-CTR, HMAC-SHA256 over the ciphertext. */
function encrypt(message: string, gatewayKey: string) {
  const ephemeral = makeKeys()
  const point = pointOf(ephemeral.publicKey)
  const der = Buffer.from(gatewayKey, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
  const keys = Buffer.from(
    hkdfSync('sha256', Buffer.concat([point, secret]), Buffer.alloc(32), 'Google', 64),
  )
  const cipher = createCipheriv('aes-256-ctr', keys.subarray(0, 32), Buffer.alloc(16))
  const ciphertext = Buffer.concat([cipher.update(message, 'utf8'), cipher.final()])
  return {
    encryptedMessage: ciphertext.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', keys.subarray(32)).update(ciphertext).digest('base64'),
  }
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The uncompressed point ends the SPKI encoding of a P-256 key. */
const pointOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).subarray(-65)

/** Every part goes after its length in bytes: four of them, little-endian. */
function signParts(key: KeyObject, parts: string[]): string {
  const framed = parts.flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(part))
    return [length, Buffer.from(part)]
  })
  return sign('sha256', Buffer.concat(framed), key).toString('base64')
}
