import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mapTexts } from '../domain/map-texts.ts'
import { SEALED_LETTERS, SEALED_PREFIX, sealedNumbers } from '../domain/texts/sealed-number.ts'

/** Merchants' own numbers that might as well be card numbers: stored so that only we can read them. */
export interface NumberSeal {
  /** Always the same for the same number of the same merchant, so that it is found again. */
  seal(merchantId: string, digits: string): string
  /** The value with every number of this merchant readable again, at any depth. */
  open<Value>(merchantId: string, value: Value): Value
}

/**
 * One block of AES under a key per merchant: the number, and eight bytes of zero that prove it. A block
 * cipher on a single block with that redundancy needs no nonce and takes no forgery.
 */
export function createNumberSeal(key: KeyObject): NumberSeal {
  const keyOf = (merchantId: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify(['sealed number', merchantId]))
      .digest()
  return {
    seal: (merchantId, digits) => {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeBigUInt64BE(BigInt(digits))
      const cipher = createCipheriv(ALGORITHM, keyOf(merchantId), null).setAutoPadding(false)
      return SEALED_PREFIX + toLetters(Buffer.concat([cipher.update(block), cipher.final()]))
    },
    open: (merchantId, value) =>
      mapTexts(value, (text) =>
        text.includes(SEALED_PREFIX)
          ? text.replace(SEALED, (whole, letters: string) => {
              const decipher = createDecipheriv(ALGORITHM, keyOf(merchantId), null)
              return numberIn(decipher.setAutoPadding(false).update(toBlock(letters))) ?? whole
            })
          : text,
      ),
  }
}

const ALGORITHM = 'aes-256-ecb'
const BLOCK_BYTES = 16
const SEALED = sealedNumbers()

function numberIn(block: Buffer): string | undefined {
  return block.readBigUInt64BE(8) === 0n ? String(block.readBigUInt64BE()) : undefined
}

function toLetters(block: Buffer): string {
  let value = BigInt(`0x${block.toString('hex')}`)
  let letters = ''
  for (let index = 0; index < SEALED_LETTERS; index += 1) {
    letters += String.fromCharCode(FIRST_LETTER + Number(value % 26n))
    value /= 26n
  }
  return letters
}

function toBlock(letters: string): Buffer {
  const value = [...letters].reduceRight(
    (sum, letter) => sum * 26n + BigInt(letter.charCodeAt(0) - FIRST_LETTER),
    0n,
  )
  // Some words of 28 letters stand for more than a block holds: nobody's number.
  return Buffer.from(BigInt.asUintN(128, value).toString(16).padStart(32, '0'), 'hex')
}

const FIRST_LETTER = 97
