import * as asn1js from 'asn1js'
import { createHash, webcrypto } from 'node:crypto'
import * as pkijs from 'pkijs'
import type { AppleAuthority } from './apple-authority.ts'

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}

/** A detached CMS signature by the leaf, with the time of signing; the chain but the root inside. */
export async function signCms(content: Buffer, authority: AppleAuthority): Promise<Buffer> {
  const leaf = readCertificate(authority.leafCertificate)
  const intermediate = readCertificate(authority.intermediateCertificate)
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute(oids.contentType, new asn1js.ObjectIdentifier({ value: oids.data })),
        attribute(oids.signingTime, new asn1js.UTCTime({ valueDate: new Date() })),
        attribute(oids.messageDigest, new asn1js.OctetString({ valueHex: digest(content) })),
      ],
    }),
  })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
    signerInfos: [signer],
    certificates: [leaf, intermediate],
  })
  await signed.sign(await readKey(authority.leafKey), 0, 'SHA-256', new Uint8Array(content))
  const wrapped = new pkijs.ContentInfo({
    contentType: oids.signedData,
    content: signed.toSchema(true),
  })
  return Buffer.from(wrapped.toSchema().toBER())
}

const attribute = (type: string, value: asn1js.BaseBlock) =>
  new pkijs.Attribute({ type, values: [value] })

const digest = (content: Buffer) =>
  new Uint8Array(createHash('sha256').update(content).digest()).buffer

const readCertificate = (base64: string) =>
  pkijs.Certificate.fromBER(new Uint8Array(Buffer.from(base64, 'base64')))

function readKey(base64: string): Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return webcrypto.subtle.importKey('pkcs8', Buffer.from(base64, 'base64'), algorithm, false, [
    'sign',
  ])
}
