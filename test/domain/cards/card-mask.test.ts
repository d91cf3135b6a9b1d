import { expect, test } from 'vitest'
import { cardMask } from '../../../src/domain/cards/card-mask.ts'

test('a mask shows the first six and the last four digits', () => {
  expect(cardMask('4000000000001026')).toBe('400000******1026')
  expect(cardMask('378282246310005')).toBe('378282*****0005')
})
