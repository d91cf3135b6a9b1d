import { X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Certificate, IssuerAndSerialNumber } from 'pkijs'
import type { SignedData } from 'pkijs'
import type { RootsOf } from '../roots.ts'
import { attempt, check } from '../wallet-outcome.ts'

export type Leaf = { publicKey: KeyObject; isNamedBy: (signerId: unknown) => boolean }

/** Follows leaf → intermediate → configured root; the two carry Apple's marker extensions. */
export function verifyChain(
  signedData: SignedData,
  trust: { roots: RootsOf<'apple'>; nowMs: number },
): Leaf {
  const certificates = attempt('certificate is malformed', () => readCertificates(signedData))
  const leaf = onlyMarked(certificates, leafMarker, 'leaf')
  const intermediate = onlyMarked(certificates, intermediateMarker, 'intermediate')

  check(intermediate.x509.ca, 'intermediate certificate is not a CA')
  check(isIssuedBy(leaf.x509, intermediate.x509), 'leaf is not issued by the intermediate')
  const root = trust.roots.rootCertificates
    .map((pem) => new X509Certificate(pem))
    .find((candidate) => isIssuedBy(intermediate.x509, candidate))
  check(root !== undefined, 'intermediate is not issued by a trusted root')

  check(isValidAt(trust.nowMs, leaf.x509), 'leaf certificate is out of its validity period')
  check(isValidAt(trust.nowMs, intermediate.x509), 'intermediate is out of its validity period')
  check(isValidAt(trust.nowMs, root), 'root certificate is out of its validity period')
  return {
    publicKey: leaf.x509.publicKey,
    isNamedBy: (signerId) => isNameOf(leaf.parsed, signerId),
  }
}

const leafMarker = '1.2.840.113635.100.6.29'
const intermediateMarker = '1.2.840.113635.100.6.2.14'

type Pair = { parsed: Certificate; x509: X509Certificate }

/** Node verifies signatures and names; pkijs shows the extensions, which Node does not. */
function readCertificates(signedData: SignedData): Pair[] {
  return (signedData.certificates ?? []).map((parsed) => {
    if (!(parsed instanceof Certificate)) throw new Error('not an X.509 certificate')
    return { parsed, x509: new X509Certificate(encode(parsed.toSchema())) }
  })
}

function onlyMarked(certificates: Pair[], marker: string, name: string): Pair {
  const [found, ...others] = certificates.filter(({ parsed }) =>
    parsed.extensions?.some(({ extnID }) => extnID === marker),
  )
  check(found !== undefined && others.length === 0, `${name} certificate is not there once`)
  return found
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValidAt(nowMs: number, { validFrom, validTo }: X509Certificate): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo)
}

function isNameOf(certificate: Certificate, signerId: unknown): boolean {
  return (
    signerId instanceof IssuerAndSerialNumber &&
    encode(signerId.issuer.toSchema()).equals(encode(certificate.issuer.toSchema())) &&
    encode(signerId.serialNumber).equals(encode(certificate.serialNumber))
  )
}

function encode(value: { toBER: () => ArrayBuffer }): Buffer {
  return Buffer.from(value.toBER())
}
