/** The test card of a scenario: the three digits before the check digit choose what happens. */
export const visa = (scenario: number): string => numberOf('400000', scenario)
export const mastercard = (scenario: number): string => numberOf('510510', scenario)
export const amex = (scenario: number): string => numberOf('378282', scenario, 11)

/** As many cards as are wanted: of an account number of eight digits. */
export const visaOf = (account: number): string => numberOf('400000', account, 7)

export const card = (instrumentNo: string, more: object = {}) => ({
  type: 'CARD',
  instrumentNo,
  expDate: '203012',
  cvv: '123',
  ...more,
})

function numberOf(bin: string, scenario: number, before = 12): string {
  const digits = bin.padEnd(before, '0') + String(scenario).padStart(3, '0')
  return digits + checkDigit(digits)
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
