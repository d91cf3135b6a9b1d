/** The amounts of this protocol: a point and two digits, in currencies that all have two. */
export const amountText = (amountMinor: number): string =>
  `${String(Math.trunc(amountMinor / 100))}.${String(amountMinor % 100).padStart(2, '0')}`

/** Undefined when it is no amount. */
export const readAmount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,13}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as `YYYY-MM-DD HH:MM:SS` on Polish clocks, which the provider's times are of. */
export const warsawTime = (at: number): string => clock.format(at)
