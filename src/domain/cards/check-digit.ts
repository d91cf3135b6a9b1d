/**
 * A card number as far as its check digit tells. One that nobody issues must have a right check digit
 * too, or any typing slip would pass.
 */
export const isCardNumber = (number: string): boolean =>
  luhn(number) || (LENGTH.test(number) && WITHOUT_CHECK_DIGIT.test(number))

/** The check digit of ISO/IEC 7812-1. */
export function luhn(digits: string): boolean {
  if (!LENGTH.test(digits)) return false
  let sum = 0
  for (let index = 1; index <= digits.length; index += 1) {
    const value = Number(digits.charAt(digits.length - index)) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const LENGTH = /^\d{12,19}$/

/**
 * Where issuers are known to give numbers without a right check digit: UnionPay but for the Elo range
 * inside it, one range of Maestro, Hipercard, Hiper, Sodexo. Apart from the brands, because the payment
 * page loads it.
 */
const WITHOUT_CHECK_DIGIT =
  /^(?:62(?!7780)|81[0-6]|817[01]|50108[0-2]|50586[45]|606282|637(?:095|568|599|609|612))/
