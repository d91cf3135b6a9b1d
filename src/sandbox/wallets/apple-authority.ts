import * as asn1js from 'asn1js'
import { webcrypto } from 'node:crypto'
import * as pkijs from 'pkijs'

/** Base64 DER: what survives a restart. */
export interface AppleAuthority {
  rootCertificate: string
  intermediateCertificate: string
  leafCertificate: string
  leafKey: string
}

const markers = {
  intermediate: '1.2.840.113635.100.6.2.14',
  leaf: '1.2.840.113635.100.6.29',
}

/** A chain like Apple's own: root, intermediate and leaf, the last two marked as Apple marks them. */
export async function createAppleAuthority(): Promise<AppleAuthority> {
  const [rootKeys, intermediateKeys, leafKeys] = await Promise.all([
    makeKeys(),
    makeKeys(),
    makeKeys(),
  ])
  const root = { name: 'Tollgate Sandbox Root CA', keys: rootKeys }
  const intermediate = { name: 'Tollgate Sandbox Wallet CA', keys: intermediateKeys }
  const leaf = { name: 'Tollgate Sandbox Wallet Signing', keys: leafKeys }
  return {
    rootCertificate: await certify(1, root, root, [authority()]),
    intermediateCertificate: await certify(2, intermediate, root, [
      authority(),
      marker(markers.intermediate),
    ]),
    leafCertificate: await certify(3, leaf, intermediate, [marker(markers.leaf)]),
    leafKey: toBase64(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey)),
  }
}

interface Party {
  name: string
  keys: webcrypto.CryptoKeyPair
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const toBase64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')

const yearsOfTrust = 10

async function certify(
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

function authority(): pkijs.Extension {
  const constraints = new pkijs.BasicConstraints({ cA: true })
  const extnValue = constraints.toSchema().toBER()
  return new pkijs.Extension({ extnID: '2.5.29.19', critical: true, extnValue })
}

const marker = (extnID: string) =>
  new pkijs.Extension({ extnID, critical: false, extnValue: new asn1js.Null().toBER() })
