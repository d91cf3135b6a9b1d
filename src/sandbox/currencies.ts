interface Currency {
  numeric: string
  exponent: number
}

/** The currencies that the wallets and 3-D Secure simulators can name by number. */
const currencies: Record<string, Currency> = {
  PLN: { numeric: '985', exponent: 2 },
  EUR: { numeric: '978', exponent: 2 },
  USD: { numeric: '840', exponent: 2 },
  GBP: { numeric: '826', exponent: 2 },
  CHF: { numeric: '756', exponent: 2 },
  CZK: { numeric: '203', exponent: 2 },
  SEK: { numeric: '752', exponent: 2 },
  NOK: { numeric: '578', exponent: 2 },
  DKK: { numeric: '208', exponent: 2 },
  HUF: { numeric: '348', exponent: 2 },
  RON: { numeric: '946', exponent: 2 },
  UAH: { numeric: '980', exponent: 2 },
  JPY: { numeric: '392', exponent: 0 },
}

export const numericCurrency = (code: string): string | undefined => currencies[code]?.numeric

export function toMinor(amount: number, code: string): number {
  return Math.round(amount * 10 ** (currencies[code]?.exponent ?? 2))
}

/** 1234 PLN as a payer reads it: "12.34 PLN". */
export function formatAmount(amountMinor: number, code: string): string {
  const exponent = currencies[code]?.exponent ?? 2
  return `${(amountMinor / 10 ** exponent).toFixed(exponent)} ${code}`
}

export function currencyOfNumeric(numeric: string): string {
  return Object.entries(currencies).find(([, each]) => each.numeric === numeric)?.[0] ?? numeric
}
