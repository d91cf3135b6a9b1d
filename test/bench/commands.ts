import { closedLoop } from './measure.ts'
import type { Measured } from './measure.ts'
import { persistently } from './shop.ts'
import { inTurns } from './rounds.ts'
import type { World } from './world.ts'

export interface CommandsAt {
  clients: number
  capture: Measured[]
  refund: Measured[]
  floorC: Measured[]
  floorC2: Measured[]
}

const PREPARING = 16

/** Captures and refunds until the money has moved, in turns with messages to bare workflows. */
export async function measureCommands(world: World, clients: number): Promise<CommandsAt> {
  const { floors, plain, watcher, options, say } = world
  const count = Math.max(options.commands, clients * 2)
  let [bare, holds]: string[][] = [[], []]
  const run = (operation: (index: number) => Promise<unknown>) =>
    closedLoop({ clients, count, operation })
  const results = await inTurns(
    options.rounds,
    {
      floorC: async () => {
        bare = await prepared(count, () => floors.sale())
        return run((index) => floors.command(bare?.[index] ?? ''))
      },
      capture: async () => {
        holds = await prepared(
          count,
          async () => (await plain.sale({ transKind: 'PREAUTH' })).paymentId,
        )
        const measured = await run(async (index) => {
          const paymentId = holds?.[index] ?? ''
          await plain.capture(paymentId)
          const answeredAt = performance.now()
          await watcher.until('capture', paymentId)
          return { answeredAt }
        })
        say(`  ${clients} clients: ${measured.perSecond.toFixed(1)} captures per s`)
        return measured
      },
      floorC2: () => run((index) => floors.operation(bare?.[index] ?? '')),
      refund: () =>
        run(async (index) => {
          const paymentId = holds?.[index] ?? ''
          await plain.refund(paymentId)
          const answeredAt = performance.now()
          await watcher.until('refund', paymentId)
          return { answeredAt }
        }),
    },
    say,
  )
  return { clients, ...results }
}

async function prepared(count: number, make: () => Promise<string>): Promise<string[]> {
  const ids: string[] = []
  const operation = () => persistently(async () => ids.push(await make()))
  const { failures, firstFailure } = await closedLoop({ clients: PREPARING, count, operation })
  if (failures > 0) throw new Error(`could not prepare: ${firstFailure ?? ''}`)
  return ids
}
