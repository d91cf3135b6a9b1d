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
import type { Fault, Plan } from './plan.ts'
import { createRandom } from './random.ts'
import { Recorder } from './recorder.ts'
import { recoveryOf } from './recovery.ts'
import type { Death, Recovery } from './recovery.ts'
import type { SmallDisks } from './small-disks.ts'

export interface Run {
  evidence: Evidence
  faults: number
  /** Faults of the plan that could not be made: full disks without a small one, a second roll-out. */
  leftOut: number
  waits: Waits | undefined
  recovery: Recovery
}

const PROGRESS_MS = 10_000

/** Load and faults by the plan of the seed; then all that an outsider can know of it. */
export async function run(
  { world, disks }: { world: World; disks: SmallDisks | undefined },
  options: Options,
  say: (line: string) => void,
): Promise<Run> {
  const storm = await openStorm(world, disks)
  try {
    const recorder = new Recorder(world)
    const lengthMs = options.minutes * 60_000
    const plan = createPlan(options.seed, lengthMs, options.faultsPerMinute)
    const sky: Sky = {
      isOver: false,
      isClear: true,
      faults: 0,
      leftOut: 0,
      underWay: [],
      deaths: [],
    }
    const arriving = arrive({ world, recorder, sky }, options)
    const reporting = report(sky, recorder, say)
    const rush = rushOf(plan, world, recorder, sky, say)
    await strikeAll(plan, storm, sky, say)
    await sleep(Math.max(0, lengthMs - (plan.moments.at(-1)?.atMs ?? 0)))
    const waits = await rush
    sky.isOver = true
    say('The storm is over; what it left is let come to its end …')
    await storm.calm()
    await Promise.all([arriving, reporting])
    const { faults, leftOut, deaths } = sky
    const recovery = recoveryOf(deaths, recorder.commands)
    const evidence = await gather(world, recorder.commands, say)
    return { evidence, faults, leftOut, waits, recovery }
  } finally {
    await storm.close()
  }
}

interface Sky {
  isOver: boolean
  /** Whether the usual merchants are at it. */
  isClear: boolean
  faults: number
  leftOut: number
  underWay: Promise<void>[]
  deaths: Death[]
}

interface Scene {
  world: World
  recorder: Recorder
  sky: Sky
}

/** Payments begin at the pace that was asked for, whether or not earlier ones have ended. */
async function arrive(scene: Scene, options: Options): Promise<void> {
  const { seed, rate, clients, sales } = options
  const random = createRandom(seed * 1_000)
  const pauseMs = 60_000 / rate
  const lives = new Set<Promise<void>>()
  let next = Date.now()
  while (!scene.sky.isOver) {
    await sleep(Math.max(1, next - Date.now()))
    next = Math.max(next + pauseMs, Date.now() - pauseMs)
    if (!scene.sky.isClear || lives.size >= clients) continue
    const life = live(scene, random.between(1, 1e9), sales).finally(() => lives.delete(life))
    lives.add(life)
  }
  await Promise.all(lives)
}

/** One merchant and one payment; what its payer cannot do just now is done in the end. */
async function live({ world, recorder }: Scene, seed: number, salesPercent: number): Promise<void> {
  const random = createRandom(seed)
  // A simulator that is down gives no wallet's token: then nothing has begun.
  await chooseLife(random, salesPercent)({ world, recorder, random }).catch(() => undefined)
}

async function strikeAll(
  { moments }: Plan,
  storm: Storm,
  sky: Sky,
  say: (line: string) => void,
): Promise<void> {
  let begun = Date.now()
  for (const { atMs, faults } of moments) {
    await sleep(Math.max(0, begun + atMs - Date.now()))
    // A rush that began late ends late: what it is compared with is a clear sky.
    const waits = Date.now()
    while (!sky.isClear) await sleep(100)
    begun += Date.now() - waits
    const struck = strikeAtOnce(storm, faults)
    sky.leftOut += faults.length - struck.length
    if (struck.length === 0) continue
    say(struck.map(({ fault }) => nameFault(fault)).join('; and '))
    sky.faults += struck.length
    sky.deaths.push(...struck.flatMap(({ fault }) => deathOf(fault)))
    sky.underWay.push(...struck.map(({ done }) => done))
  }
  await Promise.all(sky.underWay)
}

/** Only of an API, which merchants ask; the first is `api-1`. */
const deathOf = (fault: Fault): Death[] =>
  fault.kind === 'kill' && fault.process.startsWith('api-')
    ? [{ api: Number(fault.process.slice('api-'.length)) - 1, at: Date.now() }]
    : []

/** Those of one moment that can be: what the first has begun may forbid the second. */
export function strikeAtOnce(
  storm: Pick<Storm, 'can' | 'strike'>,
  faults: readonly Fault[],
): { fault: Fault; done: Promise<void> }[] {
  return faults.flatMap((fault) => (storm.can(fault) ? [{ fault, done: storm.strike(fault) }] : []))
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
  await Promise.all(sky.underWay)
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
