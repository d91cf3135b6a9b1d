import { authority, certify, exportKey, makeKeys, marker } from '../certificates.ts'

/** Base64 DER: what survives a restart. */
export interface AppleAuthority {
  rootCertificate: string
  intermediateCertificate: string
  leafCertificate: string
  leafKey: string
}

const markers = { intermediate: '1.2.840.113635.100.6.2.14', leaf: '1.2.840.113635.100.6.29' }

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
    leafKey: await exportKey(leafKeys),
  }
}
