import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { numericCurrency, toMinor } from '../currencies.ts'
import type { AppleAuthority } from './apple-authority.ts'
import { signCms } from './sign-cms.ts'
import type { WalletOrder } from './wallet-order.ts'

/** An Apple Pay EC_v1 token: base64 of the JSON that the wallet calls `paymentData`. */
export async function mintApple(
  order: WalletOrder,
  authority: AppleAuthority,
  gatewayKey: string,
): Promise<string> {
  const gatewayKeyBytes = Buffer.from(gatewayKey, 'base64')
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = createPublicKey({ key: gatewayKeyBytes, format: 'der', type: 'spki' })
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
  const data = encrypt(JSON.stringify(paymentOf(order)), deriveKey(secret, order.merchantId))
  const ephemeralPublicKey = ephemeral.publicKey.export({ format: 'der', type: 'spki' })
  const transactionId = randomBytes(32)
  const signed = Buffer.concat([ephemeralPublicKey, data, transactionId])
  const token = {
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: (await signCms(signed, authority)).toString('base64'),
    header: {
      ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
      publicKeyHash: sha256(gatewayKeyBytes).toString('base64'),
      transactionId: transactionId.toString('hex'),
    },
  }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

function paymentOf({ pan, expDate, amount, currency, eci }: WalletOrder) {
  return {
    applicationPrimaryAccountNumber: pan,
    applicationExpirationDate: `${expDate.slice(2)}28`,
    currencyCode: numericCurrency(currency),
    transactionAmount: toMinor(amount, currency),
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: randomBytes(20).toString('base64'), eciIndicator: eci },
  }
}

/** ANSI X9.63 with SHA-256: one round gives the whole key. */
function deriveKey(secret: Buffer, merchantId: string): Buffer {
  const round = Buffer.from([0, 0, 0, 1])
  const algorithm = Buffer.from('\x0did-aes256-GCM', 'latin1')
  const receiver = sha256(Buffer.from(`merchant.tollgate.${merchantId}`))
  return sha256(Buffer.concat([round, secret, algorithm, Buffer.from('Apple'), receiver]))
}

/** The key is used once, which is why Apple's IV may be sixteen zeros. */
function encrypt(message: string, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16))
  return Buffer.concat([cipher.update(message, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
