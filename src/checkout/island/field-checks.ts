import { hasExpired, isYearMonth } from '../../domain/card-expiry.ts'
import { isCardNumber } from '../../domain/cards/check-digit.ts'

/** Whether what stands in a field can be right, by the same rules as on the server. */
export const fieldChecks: Record<string, (value: string, form: HTMLFormElement) => boolean> = {
  instrumentNo: (value) => isCardNumber(digitsOf(value)),
  expiry: (value) => {
    const [, month = '', year = ''] = /^(\d{1,2})\D*(?:20)?(\d{2})$/.exec(value.trim()) ?? []
    const expDate = `20${year}${month.padStart(2, '0')}`
    return isYearMonth(expDate) && !hasExpired(expDate, Date.now())
  },
  cvv: (value, form) => {
    const number = form.querySelector<HTMLInputElement>('[name=instrumentNo]')
    if (!number) return /^\d{3,4}$/.test(value)
    return (isAmex(number.value) ? /^\d{4}$/ : /^\d{3}$/).test(value)
  },
  code: (value) => /^\d{6}$/.test(digitsOf(value)),
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const isAmex = (number: string): boolean => /^3[47]/.test(number)

/** By the leading digits, long before the number is complete. */
export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'Mastercard'
  if (isAmex(number)) return 'Amex'
  return /^(50|5[6-9]|6)/.test(number) ? 'Maestro' : ''
}
