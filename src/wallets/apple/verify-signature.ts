import { createHash, verify } from 'node:crypto'
import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import type { Attribute, SignedData, SignerInfo } from 'pkijs'
import type { RootsOf } from '../roots.ts'
import { attempt, check } from '../wallet-outcome.ts'
import { parseSignedData } from './parse-signed-data.ts'
import { verifyChain } from './verify-chain.ts'

export type SignatureCheck = {
  /** A detached CMS signature, DER or BER. */
  signature: Buffer
  content: Buffer
  roots: RootsOf<'apple'>
  nowMs: number
  maxAgeMs: number
}

/** Checks that Apple signed `content`, and did so just now. */
export function verifySignature(question: SignatureCheck): void {
  const signedData = attempt('signature is not CMS signed data', () =>
    parseSignedData(question.signature),
  )
  const signer = onlySigner(signedData)
  const leaf = verifyChain(signedData, question)
  check(leaf.isNamedBy(signer.sid), 'signer is not the leaf certificate')

  const { signedAttrs } = signer
  check(signedAttrs !== undefined, 'signed attributes are missing')
  const signedBytes = Buffer.from(signedAttrs.encodedValue)
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView)
  check(verify('sha256', signedBytes, leaf.publicKey, signature), 'signature is wrong')

  const attributes = signedAttrs.attributes
  checkContentType(attributes)
  checkMessageDigest(attributes, question.content)
  checkSigningTime(attributes, question)
}

const oid = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

function onlySigner(signedData: SignedData): SignerInfo {
  const { version, digestAlgorithms, encapContentInfo, signerInfos } = signedData
  check(version === 1, 'signed data is not of version 1')
  check(encapContentInfo.eContent === undefined, 'signature is not detached')
  check(encapContentInfo.eContentType === oid.data, 'signed content is not plain data')
  const [signer, ...others] = signerInfos
  check(signer !== undefined && others.length === 0, 'signature has not exactly one signer')
  check(signer.version === 1, 'signer is not of version 1')
  check(signer.unsignedAttrs === undefined, 'signer has unsigned attributes')
  const digests = [...digestAlgorithms, signer.digestAlgorithm]
  check(
    digests.every(({ algorithmId }) => algorithmId === oid.sha256),
    'digest is not SHA-256',
  )
  check(
    signer.signatureAlgorithm.algorithmId === oid.ecdsaWithSha256,
    'signature algorithm is not ECDSA with SHA-256',
  )
  return signer
}

function checkContentType(attributes: Attribute[]): void {
  const value = onlyValue(attributes, oid.contentType, 'content type')
  check(
    value instanceof ObjectIdentifier && value.getValue() === oid.data,
    'content type attribute is wrong',
  )
}

function checkMessageDigest(attributes: Attribute[], content: Buffer): void {
  const value = onlyValue(attributes, oid.messageDigest, 'message digest')
  const actual = createHash('sha256').update(content).digest()
  check(
    value instanceof OctetString && actual.equals(value.valueBlock.valueHexView),
    'message digest is not that of this token',
  )
}

function checkSigningTime(attributes: Attribute[], question: SignatureCheck): void {
  const value = onlyValue(attributes, oid.signingTime, 'signing time')
  check(value instanceof UTCTime, 'signing time is not a UTC time')
  const ageMs = Math.abs(question.nowMs - value.toDate().getTime())
  check(ageMs <= question.maxAgeMs, 'signing time is too far from now')
}

/** A second value or a second attribute of a kind would leave open which one counts. */
function onlyValue(attributes: Attribute[], type: string, name: string): unknown {
  const [attribute, ...others] = attributes.filter((candidate) => candidate.type === type)
  check(attribute !== undefined && others.length === 0, `${name} attribute is not there once`)
  check(attribute.values.length === 1, `${name} attribute has not one value`)
  return attribute.values[0]
}
