export type Scheme = 'VISA' | 'MASTERCARD' | 'AMEX' | 'MAESTRO'

export interface Card {
  scheme: Scheme
  /** The three digits before the check digit; they choose how the simulators behave. */
  scenario: number
}

export const testBins: Record<string, Scheme> = {
  '400000': 'VISA',
  '411111': 'VISA',
  '510510': 'MASTERCARD',
  '555555': 'MASTERCARD',
  '222100': 'MASTERCARD',
  '378282': 'AMEX',
  '670000': 'MAESTRO',
}

/** Issuers besides those of the test cards, as `453201:VISA,520082:MASTERCARD`: scenarios are the same. */
export function issueMore(list: string): void {
  for (const entry of list.split(',').filter(Boolean)) {
    const [bin = '', scheme] = entry.split(':')
    const known = Object.values(testBins).find((one) => one === scheme)
    if (!/^\d{6}$/.test(bin) || !known)
      throw new Error(`SANDBOX_OTHER_BINS: ${entry} is not six digits, a colon and a scheme`)
    testBins[bin] = known
  }
}

/** What a test card number says; undefined when it is none. */
export function readCard(number: string): Card | undefined {
  const scheme = testBins[number.slice(0, 6)]
  if (!scheme || number.length !== lengthOf(scheme) || !/^\d+$/.test(number)) return undefined
  if (checkDigit(number.slice(0, -1)) !== number.at(-1)) return undefined
  return { scheme, scenario: Number(number.slice(-4, -1)) }
}

/** The test card of a scenario: `makeCard('400000', 102)` is 4000000000001026. */
export function makeCard(bin: string, scenario: number, middle = ''): string {
  const length = lengthOf(testBins[bin] ?? 'VISA')
  const body = bin + middle.padEnd(length - bin.length - 4, '0') + String(scenario).padStart(3, '0')
  return body + checkDigit(body)
}

const lengthOf = (scheme: Scheme) => (scheme === 'AMEX' ? 15 : 16)

function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
