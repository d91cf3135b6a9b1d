import { hasExpired, isYearMonth } from '../domain/card-expiry.ts'
import { isCardNumber } from '../domain/cards/check-digit.ts'

/** What is wrong with what stands in a field; the page has one sentence for each. */
export type FieldProblem =
  | 'empty'
  | 'oneShort'
  | 'short'
  | 'long'
  | 'mistyped'
  | 'noDate'
  | 'noMonth'
  | 'past'

/** The same rules on the server and in the browser, which loads this file. */
export function cardNumberProblem(text: string): FieldProblem | undefined {
  const number = compact(text)
  if (isCardNumber(number)) return undefined
  // Maestro has any length; of the others it is known how many digits are missing.
  const usual = isAmex(number) ? 15 : /^(50|5[6-9]|6)/.test(number) ? 12 : 16
  const problem = countProblem(number, usual)
  return problem === undefined || (problem === 'long' && number.length <= 19) ? 'mistyped' : problem
}

export const cvvProblem = (text: string, cardNumber?: string): FieldProblem | undefined => {
  const cvv = compact(text)
  if (cardNumber === undefined && cvv.length === 4) return countProblem(cvv, 4)
  return countProblem(cvv, isAmex(compact(cardNumber ?? '')) ? 4 : 3)
}

export const codeProblem = (text: string): FieldProblem | undefined =>
  countProblem(compact(text), 6)

export function expiryProblem(text: string, now: number): FieldProblem | undefined {
  const date = expDateIn(text)
  if (date === undefined) return text.trim() === '' ? 'empty' : 'noDate'
  if (!isYearMonth(date)) return 'noMonth'
  return hasExpired(date, now) ? 'past' : undefined
}

/** `12/30`, `1/30`, `12 / 2030` and `1230` all mean 203012; whether there is such a month is not asked. */
export function expDateIn(text: string): string | undefined {
  const [, month = '', year = ''] =
    /^(\d{1,2})[/.-]?((?:20)?\d{2})$/.exec(text.replace(/\s/g, '')) ?? []
  return month === '' ? undefined : `20${year.slice(-2)}${month.padStart(2, '0')}`
}

export const isAmex = (number: string): boolean => /^3[47]/.test(number)

/** As people group digits. */
export const compact = (text: string): string => text.replace(/[\s-]/g, '').slice(0, 32)

function countProblem(digits: string, wanted: number): FieldProblem | undefined {
  if (digits === '') return 'empty'
  if (/\D/.test(digits)) return 'mistyped'
  if (digits.length > wanted) return 'long'
  if (digits.length === wanted) return undefined
  return digits.length === wanted - 1 ? 'oneShort' : 'short'
}
