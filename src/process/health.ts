/** Whether this process can do its work; the public and the private port both tell. */
export interface Health {
  /** The process is stopping and takes no new work. */
  draining: boolean
  /** Each rejects when what it asks for cannot be reached. */
  checks: Record<string, () => Promise<unknown>>
  /** The checks without which nothing is served; all of them when not given. */
  needed?: readonly string[]
}

export interface Readiness {
  /** `degraded`: what needs the part that is away is refused, and all else is served. */
  status: 'ok' | 'degraded' | 'draining' | 'unavailable'
  checks: Record<string, 'ok' | 'unavailable'>
}

const CHECK_TIMEOUT_MS = 2_000

export async function readiness({ draining, checks, needed }: Health): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  )
  const away = answers.flatMap(([name, answer]) => (answer === 'ok' ? [] : [name]))
  const canServe = needed ? !away.some((name) => needed.includes(name)) : away.length === 0
  const reachable = away.length === 0 ? 'ok' : canServe ? 'degraded' : 'unavailable'
  return { status: draining ? 'draining' : reachable, checks: Object.fromEntries(answers) }
}

/** Whether a balancer should send requests here. */
export const isServing = ({ status }: Readiness): boolean =>
  status === 'ok' || status === 'degraded'

async function outcomeOf(check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('too late'))
    }, CHECK_TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), tooLate])
    return 'ok'
  } catch {
    return 'unavailable'
  } finally {
    clearTimeout(timer)
  }
}
