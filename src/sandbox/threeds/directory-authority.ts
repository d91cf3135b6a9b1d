import { createPrivateKey, sign } from 'node:crypto'
import { authority, certify, exportKey, makeKeys } from '../certificates.ts'

/** Base64 DER: what survives a restart. */
export interface DirectoryAuthority {
  rootCertificate: string
  acsCertificate: string
  acsKey: string
}

/** A directory server that vouches for one ACS, as those of the schemes do for theirs. */
export async function createDirectoryAuthority(): Promise<DirectoryAuthority> {
  const [rootKeys, acsKeys] = await Promise.all([makeKeys(), makeKeys()])
  const root = { name: 'Tollgate Sandbox Directory', keys: rootKeys }
  const acs = { name: 'Tollgate Sandbox ACS', keys: acsKeys }
  return {
    rootCertificate: await certify(1, root, root, [authority()]),
    acsCertificate: await certify(2, acs, root, []),
    acsKey: await exportKey(acsKeys),
  }
}

/** A JWS (ES256) with the certificates that prove whose it is, as acsSignedContent has to be. */
export function signForApp(directory: DirectoryAuthority, content: object): string {
  const { acsCertificate, rootCertificate, acsKey } = directory
  const header = { alg: 'ES256', x5c: [acsCertificate, rootCertificate] }
  const signed = [header, content].map((part) => encode(JSON.stringify(part))).join('.')
  const der = Buffer.from(acsKey, 'base64')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')
