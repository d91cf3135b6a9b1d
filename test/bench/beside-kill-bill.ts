import type { Stack } from '../../src/stack/launch.ts'
import { killInTheMiddle } from './kill-in-the-middle.ts'
import type { Killed } from './kill-in-the-middle.ts'
import { killKillBill, openKillBill } from './kill-bill.ts'
import type { KillBillPlace } from './kill-bill.ts'
import { closedLoop } from './measure.ts'
import type { Measured } from './measure.ts'
import type { Options } from './options.ts'
import { inTurns } from './rounds.ts'
import { createShop, tillOf } from './shop.ts'
import { orderOf } from './till.ts'
import type { Till } from './till.ts'

export interface BesideKillBill {
  version: string
  plugin: string
  sales: { clients: number; ours: Measured[]; theirs: Measured[] }[]
  /** How many clients paid when the process was killed. */
  killClients: number
  killed: { ours: Killed; theirs: Killed } | undefined
}

export const KILLED_PAYMENTS = 500
/** The JVM's compiler has most of what it needs after so many. */
const WARM_UP_SALES = 200

/** Sales of the same closed loop in turns with Kill Bill's, and what a kill -9 leaves of each. */
export async function besideKillBill(
  stack: Stack,
  place: KillBillPlace,
  { rounds, seconds, peerClients }: Options,
  say: (line: string) => void,
): Promise<BesideKillBill> {
  const { url, process: victim } = place
  // A wrong id is better known now than after the sales.
  if (victim) process.kill(victim.pid, 0)
  const ours = tillOf(await createShop(stack.info, 1))
  const theirs = await openKillBill(url)
  const { version, plugin } = theirs
  say(`Kill Bill ${version}, paid by ${plugin}; warming up …`)
  for (const till of [ours, theirs])
    await closedLoop({ clients: 8, count: WARM_UP_SALES, operation: paying(till) })
  const sales = []
  for (const clients of peerClients) {
    say(`Sales, ${clients} clients, in turns …`)
    const contestant = (till: Till) => () =>
      closedLoop({ clients, seconds, operation: paying(till) })
    const contestants = { ours: contestant(ours), theirs: contestant(theirs) }
    sales.push({ clients, ...(await inTurns(rounds, contestants, say)) })
  }
  const killClients = Math.max(...peerClients)
  if (!victim) return { version, plugin, sales, killClients, killed: undefined }
  const load = { clients: killClients, count: KILLED_PAYMENTS }
  say(`kill -9 of api and worker in the middle of ${KILLED_PAYMENTS} payments …`)
  const ourEnd = await killInTheMiddle(ours, { ...load, kill: () => killOurs(stack) })
  say(`kill -9 of Kill Bill in the middle of ${KILLED_PAYMENTS} payments …`)
  const theirEnd = await killInTheMiddle(theirs, { ...load, kill: () => killKillBill(victim) })
  return { version, plugin, sales, killClients, killed: { ours: ourEnd, theirs: theirEnd } }
}

const paying = (till: Till) => (number: number) => till.pay(orderOf(number))

/** All that runs our code; who looks after it starts it again. */
const killOurs = ({ processes }: Stack) =>
  Promise.all(
    processes
      .filter(({ name }) => /^(api|worker)-/.test(name))
      .map((process) => process.kill('SIGKILL')),
  )
