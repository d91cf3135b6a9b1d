import * as asn1js from 'asn1js'
import { webcrypto } from 'node:crypto'
import * as pkijs from 'pkijs'

export interface Party {
  name: string
  keys: webcrypto.CryptoKeyPair
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

export const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const toBase64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')

/** The private key in base64 PKCS#8. */
export const exportKey = async ({ privateKey }: webcrypto.CryptoKeyPair) =>
  toBase64(await webcrypto.subtle.exportKey('pkcs8', privateKey))

const yearsOfTrust = 10

/** A certificate in base64 DER. */
export async function certify(
  serial: number,
  subject: Party,
  issuer: Party,
  extensions: pkijs.Extension[],
) {
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ value: serial })
  certificate.subject.typesAndValues.push(commonName(subject.name))
  certificate.issuer.typesAndValues.push(commonName(issuer.name))
  const now = Date.now()
  certificate.notBefore.value = new Date(now - 60_000)
  certificate.notAfter.value = new Date(now + yearsOfTrust * 365 * 86_400_000)
  certificate.extensions = extensions
  await certificate.subjectPublicKeyInfo.importKey(subject.keys.publicKey)
  await certificate.sign(issuer.keys.privateKey, 'SHA-256')
  return toBase64(certificate.toSchema(true).toBER())
}

const commonName = (value: string) =>
  new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) })

export function authority(): pkijs.Extension {
  const constraints = new pkijs.BasicConstraints({ cA: true })
  const extnValue = constraints.toSchema().toBER()
  return new pkijs.Extension({ extnID: '2.5.29.19', critical: true, extnValue })
}

export const marker = (extnID: string) =>
  new pkijs.Extension({ extnID, critical: false, extnValue: new asn1js.Null().toBER() })
