import { InvalidArgumentError } from 'commander'

const EVERY = 100

/** A line on a terminal that says how far a long run is; programs that read our output see nothing. */
export const showProgress =
  (what: string) =>
  (count: number): void => {
    if (process.stderr.isTTY && count % EVERY === 0)
      process.stderr.write(`\r${String(count)} ${what} …\u001b[K`)
  }

export function readSample(text: string): number {
  const sample = Number(text)
  if (!Number.isInteger(sample) || sample < 1)
    throw new InvalidArgumentError('must be a whole number from 1')
  return sample
}
