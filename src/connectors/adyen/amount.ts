/** Currencies whose smallest unit is another one at Adyen than in ISO 4217: so many digits more, or fewer. */
const shifts: Readonly<Record<string, number>> = { CLP: 2, ISK: 2, CVE: -2, IDR: -2 }

/** A sum as Adyen writes it; undefined where it has none that is equal. */
export function amountOf(
  amountMinor: number,
  currency: string,
): { value: number; currency: string } | undefined {
  const shift = shifts[currency] ?? 0
  const value = shift < 0 ? amountMinor / 10 ** -shift : amountMinor * 10 ** shift
  return Number.isSafeInteger(value) ? { value, currency } : undefined
}

/** The same sum as we write it. */
export const minorOf = ({ value, currency }: { value: number; currency: string }): number => {
  const shift = shifts[currency] ?? 0
  return shift < 0 ? value * 10 ** -shift : value / 10 ** shift
}
