import { createHash, sign } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { ecdsaWithSha256 } from './certificates.ts'
import type { Issued } from './certificates.ts'
import { nowMs } from './google-wallet.ts'

export type SignedDataOptions = {
  signingTimeMs?: number
  digest?: Buffer
  contentType?: string
  digestAlgorithm?: string
  signatureAlgorithm?: string
  /** The certificate that the signer names, in place of the leaf. */
  signerName?: Issued
  /** Signs in place of the leaf's key. */
  signer?: Issued
  attached?: boolean
  withoutAttributes?: boolean
  attributes?: (attributes: Attribute[]) => Attribute[]
  edit?: (signedData: SignedData) => void
}

const data = '1.2.840.113549.1.7.1'
const sha256 = '2.16.840.1.101.3.4.2.1'

export const attributeType = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}

/** A detached CMS signature as Apple makes it, with any one thing made wrong. */
export function signContent(
  content: Buffer,
  { leaf, intermediate }: { leaf: Issued; intermediate: Issued },
  options: SignedDataOptions = {},
): Buffer {
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: data })
  if (options.attached) encapContentInfo.eContent = new asn1js.OctetString({ valueHex: content })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: sha256 })],
    encapContentInfo,
    certificates: [leaf.certificate, intermediate.certificate],
    signerInfos: [signerInfo(content, leaf, options)],
  })
  options.edit?.(signedData)
  const info = new ContentInfo({
    contentType: ContentInfo.SIGNED_DATA,
    content: signedData.toSchema(true),
  })
  return Buffer.from(info.toSchema().toBER())
}

function signerInfo(content: Buffer, leaf: Issued, options: SignedDataOptions): SignerInfo {
  const named = (options.signerName ?? leaf).certificate
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: named.issuer, serialNumber: named.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: options.digestAlgorithm ?? sha256 }),
    signatureAlgorithm: new AlgorithmIdentifier({
      algorithmId: options.signatureAlgorithm ?? ecdsaWithSha256,
    }),
  })
  const { privateKey } = options.signer ?? leaf
  let signed = content
  if (!options.withoutAttributes) {
    const attributes = standardAttributes(content, options)
    const chosen = options.attributes ? options.attributes(attributes) : attributes
    info.signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes: chosen })
    signed = Buffer.from(info.signedAttrs.toSchema().toBER())
    signed[0] = 0x31
  }
  const signature = sign('sha256', signed, privateKey)
  info.signature = new asn1js.OctetString({ valueHex: signature })
  return info
}

function standardAttributes(content: Buffer, options: SignedDataOptions): Attribute[] {
  const digest = options.digest ?? createHash('sha256').update(content).digest()
  return [
    contentTypeAttribute(options.contentType ?? data),
    signingTimeAttribute(options.signingTimeMs ?? nowMs),
    new Attribute({
      type: attributeType.messageDigest,
      values: [new asn1js.OctetString({ valueHex: digest })],
    }),
  ]
}

export function signingTimeAttribute(timeMs: number): Attribute {
  const valueDate = new Date(timeMs)
  return new Attribute({
    type: attributeType.signingTime,
    values: [new asn1js.UTCTime({ valueDate })],
  })
}

function contentTypeAttribute(value: string): Attribute {
  return new Attribute({
    type: attributeType.contentType,
    values: [new asn1js.ObjectIdentifier({ value })],
  })
}
