import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameSealed } from '../../../src/domain/texts/sealed-number.ts'
import { renderPart } from '../../../src/kit/page.ts'
import { Json, Rows } from '../../../src/kit/pieces.tsx'
import { createNumberSeal } from '../../../src/vault/number-seal.ts'

const seal = createNumberSeal(createSecretKey(randomBytes(32)))
const sealed = seal.seal('shop', '4532015112830366')

test('operators read a word where a number of the merchant is sealed, and which it is', () => {
  const word = `[sealed number ${sealed.slice(7, 11)}]`
  expect(nameSealed(`Order ${sealed}, ${sealed}`)).toBe(`Order ${word}, ${word}`)
  for (const drawn of [Json({ value: { sealed } }), Rows({ head: ['order'], rows: [[sealed]] })]) {
    const shown = renderPart(drawn)
    expect(shown).toContain(word)
    expect(shown).not.toContain('sealed_')
  }
})

test('what only looks alike stays as it is', () => {
  for (const text of ['', 'sealed_', 'sealed_x', 'unsealed', `sealed_${'1'.repeat(28)}`])
    expect(nameSealed(text)).toBe(text)
})
