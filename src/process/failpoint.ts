import { appendFileSync, existsSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A named place where tests make the process die, wait or throw; nothing unless FAILPOINTS is set.
 *
 *   act.authorize.before_send=kill;api.create.before_temporal=delay(500)@2
 *
 * Actions: kill, killTogether, hang(ms), delay(ms), throw, throwOnce. Then any of: `@n` only the n-th hit,
 * `%p` with probability p, `%p:seed` the same sequence on every run, `#text` only keys that start
 * with the text.
 *
 * Or a folder, `FAILPOINTS=folder:/path`: a file named like the point holds its action, and whichever
 * process gets there first takes the file away and acts. So a test arms one point in running
 * processes, and a process that is started again does not die of the same point again. There
 * `killTogether` waits until nobody is awaited at another point with the same action: one death then
 * meets every command at its own place.
 */
export async function failpoint(name: string, scope: { key?: string } = {}): Promise<void> {
  if (!armed) return
  const claimed = folder === '' ? undefined : claimFrom(folder, name)
  if (claimed) await act(claimed, scope.key ?? '')
  for (const point of points) {
    if (point.name === name && isDue(point, scope.key ?? '')) await act(point, scope.key ?? '')
  }
}

/** True when any fail point is armed, so that callers can skip the waiting only these need. */
export const failpointsArmed = (): boolean => armed

/** Arms by text, replacing what was armed before; the empty text disarms. */
export function armFailpoints(spec: string, logFile?: string): void {
  folder = /^folder:(.+)$/.exec(spec)?.[1] ?? ''
  points = (folder === '' ? spec : '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parsePoint)
  armed = points.length > 0 || folder !== ''
  log = logFile ?? ''
}

export class FailpointError extends Error {
  constructor(name: string) {
    super(`fail point ${name}`)
    this.name = 'FailpointError'
  }
}

interface Point {
  readonly name: string
  readonly action: string
  readonly milliseconds: number
  readonly onlyHit: number | undefined
  readonly keyPrefix: string
  readonly chance: () => boolean
  hits: number
}

const POINT =
  /^([\w.]+)=(kill|killTogether|throw|throwOnce|hang\((\d+)\)|delay\((\d+)\))((?:@\d+|%[\d.]+(?::\d+)?|#[\w/-]+)*)$/

const GATHERING_MS = 5_000

let armed = false
let points: readonly Point[] = []
let log = ''
let folder = ''

armFailpoints(process.env.FAILPOINTS ?? '', process.env.FAILPOINTS_LOG)

/** Taking the file away is the claim: of two processes at the same point only one acts. */
function claimFrom(path: string, name: string): Point | undefined {
  const file = join(path, name)
  const action = actionIn(file)
  if (action === undefined) return undefined
  try {
    unlinkSync(file)
  } catch {
    return undefined
  }
  return parsePoint(`${name}=${action}`)
}

/** Nothing when the file is not there, or is taken away just now. */
function actionIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

function parsePoint(text: string): Point {
  const match = POINT.exec(text)
  if (!match) throw new Error(`FAILPOINTS: cannot read "${text}"`)
  const [, name = '', call = '', hangMs, delayMs, conditions = ''] = match
  const action = call.replace(/\(.*/, '')
  const hit = /@(\d+)/.exec(conditions)?.[1]
  const [, probability, seed] = /%([\d.]+)(?::(\d+))?/.exec(conditions) ?? []
  return {
    name,
    action,
    milliseconds: Number(hangMs ?? delayMs ?? 0),
    onlyHit: hit !== undefined ? Number(hit) : action === 'throwOnce' ? 1 : undefined,
    keyPrefix: /^[^#]*#(.+)$/.exec(conditions.replace(/[@%][\d.:]+/g, ''))?.[1] ?? '',
    chance:
      probability === undefined ? () => true : chanceOf(Number(probability), Number(seed ?? 1)),
    hits: 0,
  }
}

function isDue(point: Point, key: string): boolean {
  if (!key.startsWith(point.keyPrefix) || !point.chance()) return false
  point.hits += 1
  return point.onlyHit === undefined || point.hits === point.onlyHit
}

async function act(point: Point, key: string): Promise<void> {
  // Written before acting, and synchronously: after a kill nobody else could tell that it fired.
  if (log !== '') appendFileSync(log, `${point.name} ${point.action} ${key}`.trim() + '\n')
  switch (point.action) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL')
      return
    case 'killTogether':
      await othersArrive()
      process.kill(process.pid, 'SIGKILL')
      return
    case 'hang':
      return hang(point.milliseconds)
    case 'delay':
      await sleep(point.milliseconds)
      return
    default:
      throw new FailpointError(point.name)
  }
}

/** Who does not come in time is held up by those who wait, and meets its death later and alone. */
async function othersArrive(): Promise<void> {
  const end = Date.now() + GATHERING_MS
  while (Date.now() < end && isAnybodyAwaited()) await sleep(20)
}

const isAnybodyAwaited = (): boolean =>
  folder !== '' &&
  readdirSync(folder).some((name) => actionIn(join(folder, name)) === 'killTogether')

/** Blocks the whole process, as a stopped one would: no timer and no heartbeat runs meanwhile. */
function hang(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Mulberry32: a small generator whose sequence a seed fixes. */
function chanceOf(probability: number, seed: number): () => boolean {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < probability
  }
}
