import { parseArgs } from 'node:util'
import type { KillBillPlace } from './kill-bill.ts'

export interface Options {
  rounds: number
  /** Of each measurement of sales. */
  seconds: number
  /** Captures and refunds of each measurement. */
  commands: number
  clients: number[]
  commandClients: number[]
  /** How many payments are open beside the sales, one measurement each. */
  openPayments: number[]
  /** Further sales for the settlement report. */
  lines: number
  notificationSeconds: number
  /** Nothing but sales beside so many people who click on the portal. */
  people: number | undefined
  salesPerSecond: number
  /** Nothing but how long each page takes, of a merchant with so many payments. */
  payments: number | undefined
  /** Nothing but everything that reads or writes, beside none and beside so many payments of 24 months. */
  stored: number | undefined
  /** Nothing but sales for so many minutes, and what the processes hold meanwhile. */
  soakMinutes: number | undefined
  /** Nothing but what the database commits of one merchant, beside that of so many. */
  merchants: number | undefined
  /** Nothing but what timers and search attributes cost Temporal's server. */
  temporal: boolean
  /** Nothing but sales in turns with those of Kill Bill, and what a kill -9 leaves of each. */
  killBill: KillBillPlace | undefined
  peerClients: number[]
  /** Of the stack, to compare one with another. */
  settings: Record<string, string>
  csvFile: string | undefined
  jsonFile: string | undefined
  markdownFile: string | undefined
}

export const help = `npm run bench -- [options]

Starts a stack of its own, measures the gateway in turns with bare Temporal workflows on the same
servers, and prints a Markdown table: sales until COMPLETED, captures, refunds, CPU, stored bytes,
notifications, settlement.

  --quick               short measurements, some four minutes
  --rounds <n>          how often gateway and floors take turns (3)
  --seconds <n>         of each measurement of sales (8; quick 2)
  --commands <n>        captures and refunds of each measurement (120; quick 24)
  --clients <a,b,…>     how many clients at a time (1,8,32,128)
  --open <a,b,…>        also: sales beside so many open payments, such as 0,10000,50000
  --lines <n>           further sales for the settlement report (0)
  --portal <people>     nothing else: sales alone and beside so many people who click on the portal
  --rate <n>            sales a second beside them (8)
  --pages <payments>    nothing else: how long each page of the portal and of operators takes, of a merchant
                        with so many payments, such as 100000
  --stored <payments>   nothing else: sales, lists, pages, stuck and the books, before and after so many finished
                        payments of 24 months are stored, such as 2000000 (some 50 GB, hours on a busy machine)
  --soak <minutes>      nothing else: sales by as many clients as are named (the most of them) beside as many
                        open payments, and the memory of each process, every five seconds
  --csv <file>          that curve
  --merchants <n>       nothing else: how many sales of one merchant the database commits a second, whose
                        balance is one row, beside those of so many merchants
  --temporal            nothing else: what a timer and changed search attributes cost Temporal's server
  --kill-bill <url>     nothing else: sales in turns with those of a Kill Bill that runs there, by up to 32 clients
  --kill-bill-pid <n>   its process: what kill -9 in the middle of 500 payments leaves of each
  --kill-bill-start <command>
                        what starts it again afterwards, and leaves it running
  --set <NAME=value>    a setting of the stack, to compare one with another; as often as is needed
  --json <file>         the figures for programs; also BENCH_JSON
  --markdown <file>     the table; in docs/performance.md it goes to its place,
                        with the figures that its picture is drawn from
  --help

Examples:
  npm run bench -- --quick
  npm run bench -- --rounds 5 --clients 8,32 --json bench.json
  npm run bench -- --open 0,10000,50000 --markdown docs/performance.md
  npm run bench -- --portal 200 --rounds 5 --seconds 20
  npm run bench -- --pages 100000
  npm run bench -- --stored 2000000
  npm run bench -- --quick --set WORKFLOW_STACKS=sdk
  npm run bench -- --soak 60 --clients 128 --open 1000 --csv soak.csv
  npm run bench -- --merchants 64 --rounds 5
  npm run bench -- --kill-bill http://127.0.0.1:8080 --kill-bill-pid 4711 --kill-bill-start ./start-kill-bill.sh
  BENCH_JSON=bench.json npm run bench -- --lines 10000
`

export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | 'help' {
  const { values } = parseArgs({ args, options: flags, strict: true })
  if (values.help) return 'help'
  const quick = values.quick ?? false
  const clients = list(values.clients ?? '1,8,32,128')
  return {
    rounds: number(values.rounds, 3),
    seconds: number(values.seconds, quick ? 2 : 8),
    commands: number(values.commands, quick ? 24 : 120),
    clients,
    commandClients: clients.filter((count) => count <= 32 && (!quick || count !== 8)),
    openPayments: values.open === undefined ? [] : list(values.open),
    lines: number(values.lines, 0),
    notificationSeconds: quick ? 6 : 20,
    people: values.portal === undefined ? undefined : number(values.portal, NaN),
    salesPerSecond: number(values.rate, 8),
    payments: values.pages === undefined ? undefined : number(values.pages, NaN),
    stored: values.stored === undefined ? undefined : number(values.stored, NaN),
    soakMinutes: values.soak === undefined ? undefined : number(values.soak, NaN),
    merchants: values.merchants === undefined ? undefined : number(values.merchants, NaN),
    temporal: values.temporal ?? false,
    killBill: killBillPlace(
      values['kill-bill'],
      values['kill-bill-pid'],
      values['kill-bill-start'],
    ),
    peerClients: clients.filter((count) => count <= 32),
    settings: Object.fromEntries((values.set ?? []).map(setting)),
    csvFile: values.csv,
    jsonFile: values.json ?? env.BENCH_JSON,
    markdownFile: values.markdown,
  }
}

const flags = {
  quick: { type: 'boolean' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  commands: { type: 'string' },
  clients: { type: 'string' },
  open: { type: 'string' },
  lines: { type: 'string' },
  portal: { type: 'string' },
  rate: { type: 'string' },
  pages: { type: 'string' },
  stored: { type: 'string' },
  soak: { type: 'string' },
  csv: { type: 'string' },
  merchants: { type: 'string' },
  temporal: { type: 'boolean' },
  'kill-bill': { type: 'string' },
  'kill-bill-pid': { type: 'string' },
  'kill-bill-start': { type: 'string' },
  set: { type: 'string', multiple: true },
  json: { type: 'string' },
  markdown: { type: 'string' },
  help: { type: 'boolean' },
} as const

function killBillPlace(url?: string, pid?: string, start?: string): KillBillPlace | undefined {
  if ((pid === undefined) !== (start === undefined))
    throw new Error('--kill-bill-pid and --kill-bill-start need each other')
  if (url === undefined) return undefined
  if (pid === undefined || start === undefined) return { url, process: undefined }
  // 0 would be the bench itself with all that it has started.
  if (!/^[1-9]\d*$/.test(pid)) throw new Error(`"${pid}" is not the id of a process`)
  return { url, process: { pid: Number(pid), start } }
}

const list = (text: string): number[] => text.split(',').map((one) => number(one, NaN))

function setting(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  if (!/^[A-Z_]+$/.test(name) || value.length === 0)
    throw new Error(`"${text}" is not of the form NAME=value`)
  return [name, value.join('=')]
}

function number(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`"${text ?? ''}" is not a number`)
  return value
}
