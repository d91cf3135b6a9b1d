import { readCard } from '../cards.ts'
import type { Course, Refusal } from './books.ts'

const refusal = (code: string, words: string): Refusal => ({ code, words })

/** What test cards do, by the scenario that their number names; every other good number pays. */
const byScenario: Readonly<Record<number, Refusal>> = {
  120: refusal('2', 'Refused'),
  121: refusal('12', 'Not enough balance'),
  122: refusal('6', 'Expired Card'),
  123: refusal('24', 'CVC Declined'),
  124: refusal('5', 'Blocked Card'),
  128: refusal('38', 'Authentication required'),
}

export const fateOf = (number: string): Refusal | undefined =>
  byScenario[readCard(number)?.scenario ?? 0]

const courses: Readonly<Record<number, Course>> = { 25: 'chargeback', 542: 'fraudWarning' }

/** What comes after a charge with this card was paid. */
export const courseOf = (number: string): Course | undefined =>
  courses[readCard(number)?.scenario ?? 0]

/** Whether the issuer asks the cardholder, where Adyen may. */
export const asksPayer = (number: string): boolean =>
  [102, 128].includes(readCard(number)?.scenario ?? 0) || number === '4917610000000000'

export const isCardNumber = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
