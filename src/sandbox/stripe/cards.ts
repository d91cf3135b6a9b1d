import { readCard } from '../cards.ts'

/** What Stripe's published test cards do; every other number with a right check digit is good. */
const fates: Readonly<Record<string, string>> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000006975': 'card_velocity_exceeded',
  '4000002500003155': 'authentication_required',
}

/** Cards whose issuers ask the cardholder, and those that decline even after that. */
const asking: Readonly<Record<string, string | undefined>> = {
  '4000002760003184': undefined,
  '4000002500003155': undefined,
  '4000008400001629': 'generic_decline',
}

/** Whether the issuer of a card asks the cardholder in a charge; scenarios of the sandbox do as well. */
export const asksPayer = (number: string): boolean =>
  number in asking || readCard(number)?.scenario === 102

/** What becomes of it once the cardholder has passed. */
export const fateAfterAsking = (number: string): string | undefined => asking[number]

/** The decline that a card ends with; undefined when it is good. */
export function fateOf(number: string, year: number, month: number, now: Date): string | undefined {
  const end = Date.UTC(year, month, 1)
  return fates[number] ?? (end <= now.getTime() ? 'expired_card' : undefined)
}

export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
