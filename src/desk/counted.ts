/** `1 payment`, `2 payments`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${String(count)} ${count === 1 ? noun : plural}`
