import { randomBytes } from 'node:crypto'

/** Envelope encryption, as the vault offers it. */
export interface Envelope {
  seal(plaintext: Buffer, owner: Owner): Promise<Sealed>
  open(sealed: Sealed, owner: Owner): Promise<Buffer>
}

interface Owner {
  merchantId: string
  recordId: string
}

interface Sealed {
  keyId: string
  wrappedKey: Buffer
  ciphertext: Buffer
}

/** A secret as it stands in a table. */
export interface SealedSecret {
  record_id: string
  key_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

export async function sealSecret(
  envelope: Envelope,
  merchantId: string,
  secret: string,
): Promise<SealedSecret> {
  const recordId = randomBytes(16).toString('hex')
  const sealed = await envelope.seal(Buffer.from(secret), { merchantId, recordId })
  const { keyId, wrappedKey, ciphertext } = sealed
  return { record_id: recordId, key_id: keyId, wrapped_key: wrappedKey, ciphertext }
}

export async function openSecret(
  envelope: Envelope,
  merchantId: string,
  { record_id, key_id, wrapped_key, ciphertext }: SealedSecret,
): Promise<string> {
  const sealed = { keyId: key_id, wrappedKey: wrapped_key, ciphertext }
  return (await envelope.open(sealed, { merchantId, recordId: record_id })).toString()
}
