import { createCipheriv, createHash, createPublicKey, diffieHellman } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { generateWalletKeys } from '../../../src/wallets/keys.ts'
import type { ApplePayContext } from '../../../src/wallets/open-apple-pay.ts'
import { intermediateMarker, issue, leafMarker, toPem } from './certificates.ts'
import type { CertificateOptions, Issued } from './certificates.ts'
import { signContent } from './signed-data.ts'
import type { SignedDataOptions } from './signed-data.ts'
import { nowMs, p256 } from './google-wallet.ts'

const keys = generateWalletKeys().apple
const root = issue({ subject: 'Test Root', ca: true })

export const appleContext: ApplePayContext = {
  roots: { rootCertificates: [toPem(root)] },
  keys,
  merchantIdentifier: 'merchant.tollgate.MID-1',
  amountMinor: 9999,
  currency: 'PLN',
  nowMs,
}

export const applePayment = {
  applicationPrimaryAccountNumber: '4000000000001000',
  applicationExpirationDate: '300731',
  currencyCode: '985',
  transactionAmount: 9999,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AAAAAAABBBBBBBCCCCCCC/+=', eciIndicator: '7' },
}

export type AppleOptions = {
  root?: Issued
  leaf?: CertificateOptions
  intermediate?: CertificateOptions
  /** Signs the leaf in place of the intermediate. */
  leafIssuer?: Issued
  cms?: SignedDataOptions
  payment?: object
  plaintext?: string
  recipient?: KeyObject
  merchantIdentifier?: string
  applicationData?: string
  /** Changes the token after everything was signed. */
  token?: (token: AppleToken) => object
}

export type AppleToken = ReturnType<typeof signToken>

/** What Apple Pay would return for our merchant, with any one thing made wrong. */
export function mintAppleToken(options: AppleOptions = {}): string {
  const token = signToken(options)
  const changed = options.token ? options.token(token) : token
  return Buffer.from(JSON.stringify(changed)).toString('base64')
}

function signToken(options: AppleOptions) {
  const recipient = options.recipient ?? createPublicKey(keys[0]!.privateKeyPem)
  const plaintext = options.plaintext ?? JSON.stringify({ ...applePayment, ...options.payment })
  const merchantIdentifier = options.merchantIdentifier ?? 'merchant.tollgate.MID-1'
  const { data, ephemeralPublicKey } = encrypt(plaintext, recipient, merchantIdentifier)
  const transactionId = createHash('sha256').update(data).digest()
  const applicationData = Buffer.from(options.applicationData ?? '', 'hex')
  const content = Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData])

  const intermediate = issue(
    { subject: 'Test CA', ca: true, markers: [intermediateMarker], ...options.intermediate },
    options.root ?? root,
  )
  const leaf = issue(
    { subject: 'Test Signer', markers: [leafMarker], ...options.leaf },
    options.leafIssuer ?? intermediate,
  )
  const header = {
    ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
    publicKeyHash: sha256(recipient.export({ format: 'der', type: 'spki' })).toString('base64'),
    transactionId: transactionId.toString('hex'),
    ...(options.applicationData && { applicationData: options.applicationData }),
  }
  return {
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: signContent(content, { leaf, intermediate }, options.cms).toString('base64'),
    header,
  }
}

function encrypt(plaintext: string, recipient: KeyObject, merchantIdentifier: string) {
  const { publicKey, privateKey } = p256()
  const secret = diffieHellman({ privateKey, publicKey: recipient })
  const otherInfo = Buffer.concat([
    Buffer.from('\x0did-aes256-GCM'),
    Buffer.from('Apple'),
    sha256(Buffer.from(merchantIdentifier)),
  ])
  const key = sha256(Buffer.concat([Buffer.from('00000001', 'hex'), secret, otherInfo]))
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return {
    data: Buffer.concat([encrypted, cipher.getAuthTag()]),
    ephemeralPublicKey: publicKey.export({ format: 'der', type: 'spki' }),
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
