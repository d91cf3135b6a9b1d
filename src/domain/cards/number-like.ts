import { isCardNumber } from './check-digit.ts'

const digits = [...'0123456789']

/**
 * A number of the same range, length and last digits as a masked card: enough to ask who issued it, and
 * nobody's own. The last of the hidden digits makes the check digit right.
 */
export function numberLike(cardMask: string): string {
  const last = cardMask.lastIndexOf('*')
  const numbers = digits.map((digit) =>
    (cardMask.slice(0, last) + digit + cardMask.slice(last + 1)).replaceAll('*', '0'),
  )
  return numbers.find(isCardNumber) ?? cardMask.replaceAll('*', '0')
}
