import {
  cardNumberProblem,
  codeProblem,
  cvvProblem,
  expiryProblem,
  isAmex,
} from '../field-problems.ts'
import type { FieldProblem } from '../field-problems.ts'

/** What is wrong with what stands in a field, by the same rules as on the server. */
export const fieldChecks: Record<
  string,
  (value: string, form: HTMLFormElement) => FieldProblem | undefined
> = {
  instrumentNo: cardNumberProblem,
  expiry: (value) => expiryProblem(value, Date.now()),
  cvv: (value, form) =>
    cvvProblem(value, form.querySelector<HTMLInputElement>('[name=instrumentNo]')?.value),
  code: codeProblem,
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** By the leading digits, long before the number is complete. */
export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MASTERCARD'
  if (isAmex(number)) return 'AMEX'
  return /^(50|5[6-9]|6)/.test(number) ? 'MAESTRO' : ''
}
