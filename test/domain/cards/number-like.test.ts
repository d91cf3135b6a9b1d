import { expect, test } from 'vitest'
import { isCardNumber } from '../../../src/domain/cards/check-digit.ts'
import { numberLike } from '../../../src/domain/cards/number-like.ts'

test.for(['400000******1000', '411111******1111', '37828246***0005', '670000*********0000'])(
  '%s: a number with the same ends and a right check digit',
  (mask) => {
    const number = numberLike(mask)
    expect(isCardNumber(number)).toBe(true)
    expect(number).toHaveLength(mask.length)
    expect(number).toMatch(new RegExp(`^${mask.replaceAll('*', '\\d')}$`))
  },
)
