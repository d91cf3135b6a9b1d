export interface Good {
  id: string
  name: string
  story: string
  price: number
}

export const currency = 'PLN'

/** What the demo shop sells. */
export const goods: readonly Good[] = [
  { id: 'coffee', name: 'Coffee beans', story: 'A kilo from a small roastery', price: 79.9 },
  { id: 'lamp', name: 'Desk lamp', story: 'Warm light for long evenings', price: 249 },
  { id: 'bicycle', name: 'City bicycle', story: 'Seven gears and a bell', price: 1899.5 },
]

const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,899.50 PLN`: for people, not for forms. */
export const priceOf = (amount: unknown, code: string = currency): string =>
  `${grouped.format(Number(amount))} ${code}`

/** How it can be paid: the page opens with this method, or lets the payer choose. */
export const ways = [
  ['UNKNOWN', 'Let the payer choose'],
  ['CARD', 'Card'],
  ['BLIK', 'BLIK'],
  ['PBL', 'Bank transfer'],
  ['GPAY', 'Google Pay'],
  ['APAY', 'Apple Pay'],
  ['C2P', 'Click to Pay'],
] as const
