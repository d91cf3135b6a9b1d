import { parseArgs } from 'node:util'

export interface Options {
  minutes: number
  seed: number
  clients: number
}

export const help = `npm run nemesis -- [options]

Starts a stack of its own, lets merchants pay, hold, capture, adjust, refund and cancel by card, BLIK,
bank transfer, wallet and stored card, and meanwhile kills and stops processes, cuts connections, loses
answers of the servers, makes providers and the merchant's server fail, and moves clocks. Then it
compares what was answered with the providers' books and the merchant's mail, and says what does not
agree. It ends with 1 if anything does not.

  --minutes <n>         how long the storm lasts (3)
  --seed <n>            what goes wrong and when; the same seed gives the same plan (by the clock)
  --clients <n>         how many merchants are at it (6)
  --help

Examples:
  npm run nemesis -- --minutes 3 --seed 1
  npm run nemesis -- --minutes 60
  npm run nemesis -- --minutes 10 --seed 42 --clients 12
`

export function readOptions(args: string[], now = Date.now()): Options | 'help' {
  const { values } = parseArgs({ args, options: flags, strict: true })
  if (values.help) return 'help'
  return {
    minutes: positive(values.minutes, 3),
    seed: positive(values.seed, now % 1_000_000),
    clients: positive(values.clients, 6),
  }
}

const flags = {
  minutes: { type: 'string' },
  seed: { type: 'string' },
  clients: { type: 'string' },
  help: { type: 'boolean' },
} as const

function positive(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`"${text ?? ''}" is not a number above 0`)
  return value
}
