const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding: how authenticator apps take a secret. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Undefined when a character is not of the alphabet; spaces and case do not matter. */
export function fromBase32(text: string): Buffer | undefined {
  const letters = [...text.replace(/[\s=]/g, '').toUpperCase()].map((one) => ALPHABET.indexOf(one))
  if (letters.includes(-1)) return undefined
  const bits = letters.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
