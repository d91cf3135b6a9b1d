import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
} from 'pkijs'
import { nowMs, p256 } from './google-wallet.ts'

export const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
export const leafMarker = '1.2.840.113635.100.6.29'
export const intermediateMarker = '1.2.840.113635.100.6.2.14'

export type CertificateOptions = {
  subject?: string
  markers?: string[]
  ca?: boolean
  validFromMs?: number
  validToMs?: number
}

export type Issued = { certificate: Certificate; privateKey: KeyObject }

const day = 86_400_000
let serial = 1000

/** Issues a P-256 certificate; without an issuer it signs itself. */
export function issue(options: CertificateOptions & { subject: string }, issuer?: Issued): Issued {
  const { publicKey, privateKey } = p256()
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ value: serial++ })
  certificate.subject.typesAndValues.push(commonName(options.subject))
  certificate.issuer = issuer ? issuer.certificate.subject : certificate.subject
  certificate.notBefore.value = new Date(options.validFromMs ?? nowMs - day)
  certificate.notAfter.value = new Date(options.validToMs ?? nowMs + day)
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  certificate.subjectPublicKeyInfo.fromSchema(asn1js.fromBER(spki).result)
  certificate.extensions = [basicConstraints(options.ca ?? false)]
  for (const extnID of options.markers ?? []) certificate.extensions.push(marker(extnID))
  certificate.signature = new AlgorithmIdentifier({ algorithmId: ecdsaWithSha256 })
  certificate.signatureAlgorithm = certificate.signature
  const tbs = Buffer.from(certificate.encodeTBS().toBER())
  const signature = sign('sha256', tbs, issuer?.privateKey ?? privateKey)
  certificate.tbsView = tbs
  certificate.signatureValue = new asn1js.BitString({ valueHex: signature })
  return { certificate, privateKey }
}

export function toPem({ certificate }: Issued): string {
  const base64 = Buffer.from(certificate.toSchema(true).toBER()).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
}

function commonName(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) })
}

function basicConstraints(cA: boolean): Extension {
  const extnValue = new BasicConstraints({ cA }).toSchema().toBER()
  return new Extension({ extnID: '2.5.29.19', critical: true, extnValue })
}

function marker(extnID: string): Extension {
  return new Extension({ extnID, extnValue: new asn1js.Null().toBER() })
}
