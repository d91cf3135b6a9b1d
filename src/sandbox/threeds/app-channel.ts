import { createHash, createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto'
import { generateKeyPairSync } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { InvalidField, object, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { signForApp } from './directory-authority.ts'
import type { DirectoryAuthority } from './directory-authority.ts'

/** What the ACS and the 3-D Secure SDK of an app know of each other. */
export interface AppChannel {
  sdkTransID: string
  sdkReferenceNumber: string
  sdkEphemPubKey: JsonWebKey
  /** The private half of the ephemeral key of the ACS. */
  acsKey: JsonWebKey
  acsSignedContent: string
}

/** Reads the SDK's part of an AReq, and makes the key and the signed content that it is answered with. */
export function openAppChannel(
  areq: Fields,
  acsURL: string,
  directory: DirectoryAuthority,
): AppChannel {
  for (const name of ['sdkAppID', 'sdkEncData']) text(areq, name)
  if (!/^\d\d$/.test(text(areq, 'sdkMaxTimeout'))) throw new InvalidField('sdkMaxTimeout', 'digits')
  object(areq, 'deviceRenderOptions')
  const sdkEphemPubKey = object(areq, 'sdkEphemPubKey') as JsonWebKey
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const acsEphemPubKey = publicKey.export({ format: 'jwk' })
  return {
    sdkTransID: text(areq, 'sdkTransID'),
    sdkReferenceNumber: text(areq, 'sdkReferenceNumber'),
    sdkEphemPubKey,
    acsKey: privateKey.export({ format: 'jwk' }),
    acsSignedContent: signForApp(directory, { acsEphemPubKey, sdkEphemPubKey, acsURL }),
  }
}

/**
 * The key of the challenge messages: ECDH-ES with the Concat KDF of NIST SP 800-56A, 256 bits,
 * PartyVInfo is the SDK's reference number (EMV 3-D Secure, 6.2.3.2).
 */
export function challengeKey({ acsKey, sdkEphemPubKey, sdkReferenceNumber }: AppChannel): Buffer {
  const secret = diffieHellman({
    privateKey: createPrivateKey({ key: acsKey, format: 'jwk' }),
    publicKey: createPublicKey({ key: sdkEphemPubKey, format: 'jwk' }),
  })
  const empty = number(0)
  const party = Buffer.from(sdkReferenceNumber)
  const info = [empty, empty, number(party.length), party, number(256)]
  return createHash('sha256')
    .update(Buffer.concat([number(1), secret, ...info]))
    .digest()
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
