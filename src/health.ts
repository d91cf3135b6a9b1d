/** Whether this process can do its work; the public and the private port both tell. */
export interface Health {
  /** The process is stopping and takes no new work. */
  draining: boolean
  /** Each rejects when what it asks for cannot be reached. */
  checks: Record<string, () => Promise<unknown>>
}

export interface Readiness {
  status: 'ok' | 'draining' | 'unavailable'
  checks: Record<string, 'ok' | 'unavailable'>
}

const CHECK_TIMEOUT_MS = 2_000

export async function readiness({ draining, checks }: Health): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  )
  const isReachable = answers.every(([, answer]) => answer === 'ok')
  const status = draining ? 'draining' : isReachable ? 'ok' : 'unavailable'
  return { status, checks: Object.fromEntries(answers) }
}

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
