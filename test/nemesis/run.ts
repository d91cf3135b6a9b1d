import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import type { Evidence } from './evidence.ts'
import { gather } from './gather.ts'
import { openStorm } from './inject.ts'
import type { Storm } from './inject.ts'
import { chooseLife } from './lives.ts'
import type { Options } from './options.ts'
import { overload } from './overload.ts'
import type { Waits } from './overload.ts'
import { createPlan, nameFault } from './plan.ts'
import type { Plan } from './plan.ts'
import { createRandom } from './random.ts'
import { Recorder } from './recorder.ts'

export interface Run {
  evidence: Evidence
  faults: number
  waits: Waits | undefined
}

const PROGRESS_MS = 10_000

/** Load and faults by the plan of the seed; then all that an outsider can know of it. */
export async function run(
  world: World,
  options: Options,
  say: (line: string) => void,
): Promise<Run> {
  const storm = await openStorm(world)
  try {
    const recorder = new Recorder(world)
    const lengthMs = options.minutes * 60_000
    const plan = createPlan(options.seed, lengthMs)
    const sky = { isOver: false, isClear: true, faults: 0 }
    const clients = Array.from({ length: options.clients }, (_, client) =>
      live(world, recorder, sky, options.seed * 1_000 + client),
    )
    const reporting = report(sky, recorder, say)
    const rush = rushOf(plan, world, recorder, sky, say)
    await strikeAll(plan, storm, sky, say)
    await sleep(Math.max(0, lengthMs - (plan.moments.at(-1)?.atMs ?? 0)))
    const waits = await rush
    sky.isOver = true
    say('The storm is over; what it left is let come to its end …')
    await storm.calm()
    await Promise.all([...clients, reporting])
    return { evidence: await gather(world, recorder.commands, say), faults: sky.faults, waits }
  } finally {
    await storm.close()
  }
}

interface Sky {
  isOver: boolean
  /** Whether the usual merchants are at it. */
  isClear: boolean
  faults: number
}

/** One merchant after another payment; what its payer cannot do just now is done in the end. */
async function live(world: World, recorder: Recorder, sky: Sky, seed: number): Promise<void> {
  const random = createRandom(seed)
  while (!sky.isOver) {
    if (!sky.isClear) await sleep(200)
    else
      await chooseLife(random)({ world, recorder, random: createRandom(random.between(1, 1e9)) })
        // A simulator that is down gives no wallet's token: then nothing has begun.
        .catch(() => sleep(500))
  }
}

async function strikeAll(
  { moments }: Plan,
  storm: Storm,
  sky: Sky,
  say: (line: string) => void,
): Promise<void> {
  const begun = Date.now()
  const underWay: Promise<void>[] = []
  for (const { atMs, faults } of moments) {
    await sleep(Math.max(0, begun + atMs - Date.now()))
    say(faults.map(nameFault).join('; and '))
    sky.faults += faults.length
    underWay.push(...faults.map((fault) => storm.strike(fault)))
  }
  await Promise.all(underWay)
}

async function rushOf(
  { overload: planned }: Plan,
  world: World,
  recorder: Recorder,
  sky: Sky,
  say: (line: string) => void,
): Promise<Waits | undefined> {
  if (!planned) return undefined
  await sleep(planned.atMs)
  sky.isClear = false
  say('Many clients at once …')
  const waits = await overload({ world, recorder, random: createRandom(1) }, planned.forMs)
  say(`A sale takes ${waits.after} ms after the rush (${waits.before} before)`)
  sky.isClear = true
  return waits
}

async function report(sky: Sky, { commands }: Recorder, say: (line: string) => void) {
  while (!sky.isOver) {
    await sleep(PROGRESS_MS)
    const created = commands.filter(({ name }) => name === 'create').length
    say(`${created} payments, ${commands.length} commands, ${sky.faults} faults`)
  }
}
