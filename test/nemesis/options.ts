import { parseArgs } from 'node:util'
import { present } from '../../src/domain/present.ts'

export interface Options {
  minutes: number
  seed: number
  /** Payments that begin in a minute, as long as no more than `clients` are under way. */
  rate: number
  faultsPerMinute: number
  clients: number
  /** How many of a hundred payments are plain sales by card, as in a shop; the others are of every kind. */
  sales: number
  /** Where the evidence is kept, to be judged again. */
  evidence?: string
  /** Whether the run is added to those that the page tells of. */
  keep: boolean
}

export const help = `npm run nemesis -- [options]

Starts a stack of its own, lets merchants pay, hold, capture, adjust, refund and cancel by card, BLIK,
bank transfer, wallet and stored card, and meanwhile kills, stops and slows down processes, rolls out
builds with a ramp, cuts connections, loses answers of the servers or holds them back, fills their
disks, takes the cores away, makes providers and the merchant's server fail, and moves clocks. Then it
compares what was answered with the providers' books and the merchant's mail, and says what does not
agree. It ends with 1 if anything does not.

Disks are filled where a small one can be mounted (as root on Linux); the report says if none could.

  --minutes <n>             how long the storm lasts (3)
  --seed <n>                what goes wrong and when; with the same pace the same plan (by the clock)
  --rate <n>                payments begun in a minute (300)
  --faults-per-minute <n>   what goes wrong in a minute, often two things at once (9)
  --clients <n>             the most payments under way at once (60): beyond it none begins
  --sales <percent>         of them plain sales by card, which cost little (0): more payments in the same time
  --evidence <file>         keeps there what was seen, as JSON
  --keep                    adds the run to test/nemesis/runs.jsonl and to the table of docs/nemesis.md
  --help

Examples:
  npm run nemesis -- --minutes 3 --seed 1
  npm run nemesis -- --minutes 5 --seed 42 --rate 1000 --faults-per-minute 20
  npm run nemesis -- --minutes 60 --rate 120 --clients 12
  npm run nemesis -- --minutes 20 --rate 900 --faults-per-minute 6 --sales 75 --keep
`

export function readOptions(args: string[], now = Date.now()): Options | 'help' {
  const { values } = parseArgs({ args, options: flags, strict: true })
  if (values.help) return 'help'
  return {
    minutes: positive(values.minutes, 3),
    seed: positive(values.seed, now % 1_000_000),
    rate: positive(values.rate, 300),
    faultsPerMinute: positive(values['faults-per-minute'], 9),
    clients: positive(values.clients, 60),
    sales: percent(values.sales),
    keep: values.keep ?? false,
    ...present({ evidence: values.evidence }),
  }
}

const flags = {
  minutes: { type: 'string' },
  seed: { type: 'string' },
  rate: { type: 'string' },
  'faults-per-minute': { type: 'string' },
  clients: { type: 'string' },
  sales: { type: 'string' },
  evidence: { type: 'string' },
  keep: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

function positive(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`"${text ?? ''}" is not a number above 0`)
  return value
}

function percent(text = '0'): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 100)
    throw new Error(`--sales takes 0 to 100, not "${text}"`)
  return value
}
