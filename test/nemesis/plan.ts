import { createRandom } from './random.ts'
import type { Random } from './random.ts'

export type Server = 'postgres' | 'temporal'

/** What goes wrong, where, and for how long. */
export type Fault =
  | { kind: 'kill'; process: string }
  | { kind: 'pause'; process: string; forMs: number }
  | { kind: 'slow'; process: string; forMs: number; stopMs: number }
  | { kind: 'busy'; forMs: number }
  | { kind: 'fullDisk'; server: Server; forMs: number }
  | { kind: 'rollout'; process: string }
  | { kind: 'ramp'; percent: number; forMs: number; goesBack: boolean }
  | { kind: 'cut' | 'loseAnswers' | 'hold'; server: Server; forMs: number }
  | { kind: 'provider'; fault: ProviderFault }
  | { kind: 'merchant'; answers: { status: number; delayMs?: number }[] }

/** As the sandbox takes it at /faults. */
export interface ProviderFault {
  provider: string
  action: string
  when: 'before' | 'after'
  times: number
  delayMs: number
}

/** One moment of the plan: a fault, or two at once. */
export interface Moment {
  atMs: number
  faults: Fault[]
}

export interface Plan {
  moments: Moment[]
  /** When many clients come at once, with no fault beside; absent in short runs. */
  overload: { atMs: number; forMs: number } | undefined
}

/** Who is asked the most fails the most. */
const providers = [
  ...['acquirer', 'acquirer', 'threeds', 'blik', 'bank', 'tokens'],
  ...['stripe', 'adyen', 'przelewy24'],
]

const FIRST_MS = 5_000
const PAIRS_PERCENT = 40
/** The pause between two moments is that of the pace, more or less this part of it. */
const UNEVENNESS = 0.5
const OVERLOAD_MS = 25_000
const QUIET_BEFORE_OVERLOAD_MS = 14_000
/** The last answers, the time to recover, and the measurement after it. */
const QUIET_AFTER_OVERLOAD_MS = 45_000
const SHORTEST_WITH_OVERLOAD_MS = 150_000

/** The same seed, length and pace always give the same plan. */
export function createPlan(seed: number, lengthMs: number, faultsPerMinute: number): Plan {
  const random = createRandom(seed)
  const overload =
    lengthMs < SHORTEST_WITH_OVERLOAD_MS
      ? undefined
      : { atMs: Math.round(lengthMs / 2), forMs: OVERLOAD_MS }
  const pauseMs = (60_000 * (1 + PAIRS_PERCENT / 100)) / faultsPerMinute
  const moments: Moment[] = []
  let atMs = FIRST_MS
  while (atMs < lengthMs) {
    const faults = [chooseFault(random)]
    if (random.percent(PAIRS_PERCENT)) faults.push(chooseFault(random))
    if (!isDuring(overload, atMs)) moments.push({ atMs, faults })
    const [least, most] = [pauseMs * (1 - UNEVENNESS), pauseMs * (1 + UNEVENNESS)]
    atMs += random.between(Math.round(least), Math.round(most))
  }
  return { moments, overload }
}

const isDuring = (overload: Plan['overload'], atMs: number): boolean =>
  overload !== undefined &&
  atMs > overload.atMs - QUIET_BEFORE_OVERLOAD_MS &&
  atMs < overload.atMs + overload.forMs + QUIET_AFTER_OVERLOAD_MS

const ours = ['api-1', 'api-2', 'worker-1']
const servers: Server[] = ['postgres', 'temporal']
const everything = [...ours, ...servers, 'sandbox']
const actions = ['cut', 'http500', 'hang', 'slow', 'garbage', 'empty']

const faults: ((random: Random) => Fault)[] = [
  (random) => ({ kind: 'kill', process: random.one(ours) }),
  (random) => ({ kind: 'kill', process: random.one(everything) }),
  (random) => ({
    kind: 'pause',
    process: random.one(everything),
    forMs: random.between(500, 8_000),
  }),
  // What waits for a slow disk: a little gets done between long stops.
  (random) => ({
    kind: 'slow',
    process: random.one([...servers, ...servers, 'worker-1']),
    forMs: random.between(3_000, 9_000),
    stopMs: random.between(100, 900),
  }),
  (random) => ({ kind: 'busy', forMs: random.between(2_000, 10_000) }),
  (random) => ({
    kind: 'fullDisk',
    server: random.one(servers),
    forMs: random.between(1_000, 6_000),
  }),
  (random) => ({ kind: 'rollout', process: random.one(ours) }),
  (random) => ({
    kind: 'ramp',
    percent: random.between(10, 90),
    forMs: random.between(1_000, 5_000),
    goesBack: random.percent(40),
  }),
  (random) => ({
    kind: random.one(['cut', 'loseAnswers', 'loseAnswers', 'hold']),
    server: random.one(['postgres', 'postgres', 'temporal']),
    forMs: random.between(50, 4_000),
  }),
  (random) => ({
    kind: 'provider',
    fault: {
      provider: random.one(providers),
      action: random.one(actions),
      when: random.one(['before', 'after']),
      times: random.between(1, 6),
      delayMs: random.between(500, 12_000),
    },
  }),
  (random) => ({
    kind: 'merchant',
    answers: Array.from({ length: random.between(3, 25) }, () =>
      random.one([{ status: 503 }, { status: 500 }, { status: 200, delayMs: 3_000 }]),
    ),
  }),
]

const chooseFault = (random: Random): Fault => random.one(faults)(random)

/** One line of a report. */
export function nameFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill -9 of ${fault.process}`
    case 'pause':
      return `${fault.process} stands still for ${fault.forMs} ms`
    case 'slow':
      return `${fault.process} is slow for ${fault.forMs} ms, with stops of ${fault.stopMs} ms`
    case 'busy':
      return `the machine has other work to do for ${fault.forMs} ms`
    case 'fullDisk':
      return `the disk of ${fault.server} is full for ${fault.forMs} ms`
    case 'rollout':
      return `${fault.process} is stopped in order and started again`
    case 'ramp': {
      const { percent, goesBack } = fault
      return `a new build is ramped to ${percent} % and ${goesBack ? 'taken back' : 'made current'}`
    }
    case 'cut':
      return `connections to ${fault.server} are cut for ${fault.forMs} ms`
    case 'loseAnswers':
      return `answers of ${fault.server} are lost for ${fault.forMs} ms`
    case 'hold':
      return `answers of ${fault.server} are ${fault.forMs} ms late`
    case 'provider': {
      const { provider, action, when, times } = fault.fault
      return `${provider}: ${action} (${when}) × ${times}`
    }
    case 'merchant':
      return `the merchant's server fails or is slow × ${fault.answers.length}`
  }
}
