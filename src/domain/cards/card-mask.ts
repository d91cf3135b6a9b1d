/** First six and last four digits: the most that may be shown or stored in the clear. */
export const cardMask = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`
