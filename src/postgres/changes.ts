import pg from 'pg'
import type { Db } from './db.ts'
import { execute, statement } from './db.ts'

const CHANNEL = 'tollgate_changes'
const RECONNECT_MS = 1_000
const LATELY_MS = 5_000
const OTHERS_LATER_MS = 20
const NOTIFY = statement('notify_changes', `select pg_notify('${CHANNEL}', $1)`)

/** Hears that something was committed about a payment, and lets callers wait for it. */
export interface Changes {
  /**
   * Reads at once, after each hint about the id, and ever more rarely in case a hint was lost. A read
   * that fails is made again like one that found nothing; only the last one may throw.
   */
  until<T>(
    id: string,
    read: () => Promise<T | undefined>,
    timeoutMs: number,
    options?: {
      /** Nothing can be there yet unless a hint came lately, so the first read waits for one. */
      justSent?: boolean
    },
  ): Promise<T | undefined>
  /** A commit of this process; true when somebody here waits for it. */
  heard(id: string): boolean
  close(): Promise<void>
}

/** How soon a lost hint is made up for by looking; the pause doubles up to the last. */
const POLLS = { firstMs: 250, lastMs: 2_000 }

/** Listens on a connection of its own and comes back by itself when that is lost. */
export function listenToChanges(
  databaseUrl: string,
  onError: (error: Error) => void,
  polls = POLLS,
): Changes {
  const waiting = new Map<string, Set<() => void>>()
  const lately = createLately()
  const heard = (id: string): boolean => {
    lately.add(id)
    const here = waiting.get(id)
    here?.forEach((resume) => {
      resume()
    })
    return here !== undefined
  }
  const connection = keepListening(databaseUrl, (ids) => ids.split(',').forEach(heard), onError)
  return {
    async until(id, read, timeoutMs, { justSent = false } = {}) {
      const end = Date.now() + timeoutMs
      let mayRead = !justSent || lately.has(id)
      for (let pollMs = polls.firstMs; ; pollMs = Math.min(2 * pollMs, polls.lastMs)) {
        const hint = nextHint(waiting, id)
        try {
          const found = mayRead ? await read().catch(unless(() => Date.now() >= end)) : undefined
          if (found !== undefined || Date.now() >= end) return found
          await hint.within(Math.min(pollMs, Math.max(1, end - Date.now())))
          mayRead = true
        } finally {
          hint.forget()
        }
      }
    },
    heard,
    close: async () => {
      lately.stop()
      await connection.close()
    },
  }
}

const unless =
  (isLast: () => boolean) =>
  (error: unknown): undefined => {
    if (isLast()) throw error
  }

/** The ids of the last few seconds, in two halves that take turns. */
function createLately() {
  let [young, old] = [new Set<string>(), new Set<string>()]
  const turn = setInterval(() => {
    ;[young, old] = [new Set(), young]
  }, LATELY_MS).unref()
  return {
    add: (id: string) => void young.add(id),
    has: (id: string) => young.has(id) || old.has(id),
    stop: () => {
      clearInterval(turn)
    },
  }
}

/** The registration comes before the read, so that a commit in between is not missed. */
function nextHint(waiting: Map<string, Set<() => void>>, id: string) {
  let resume: () => void = () => undefined
  const heard = new Promise<void>((resolve) => {
    resume = resolve
  })
  const mine = () => {
    resume()
  }
  const all = waiting.get(id) ?? new Set()
  waiting.set(id, all.add(mine))
  let timer: NodeJS.Timeout | undefined
  return {
    within: (ms: number) => {
      timer = setTimeout(resume, ms)
      return heard
    },
    forget: () => {
      clearTimeout(timer)
      all.delete(mine)
      if (all.size === 0) waiting.delete(id)
    },
  }
}

function keepListening(
  databaseUrl: string,
  onIds: (ids: string) => void,
  onError: (error: Error) => void,
) {
  let closed = false
  let client: pg.Client | undefined
  const connect = async (): Promise<void> => {
    if (closed) return
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'tollgate-listen',
      keepAlive: true,
    })
    client = next
    next.on('notification', ({ payload }) => {
      if (payload) onIds(payload)
    })
    next.on('error', (error) => {
      onError(error)
    })
    next.on('end', () => {
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      onError(error as Error)
      await next.end().catch(() => undefined)
    }
  }
  void connect()
  return {
    close: async () => {
      closed = true
      await client?.end().catch(() => undefined)
    },
  }
}

/**
 * Collects ids and sends them as one hint, outside of every transaction. A process that also waits
 * hears of its own commits at once; what somebody here has heard may reach the others a little later.
 */
export function createHints(db: Db, here?: Pick<Changes, 'heard'>): (id: string) => void {
  const pending = new Set<string>()
  let later: NodeJS.Timeout | undefined
  let soon = false
  const send = () => {
    clearTimeout(later)
    later = undefined
    soon = false
    if (pending.size === 0) return
    const ids = [...pending].join(',')
    pending.clear()
    execute(db, NOTIFY, [ids]).catch(() => undefined) // the next poll finds it
  }
  return (id) => {
    pending.add(id)
    if (here?.heard(id)) {
      later ??= setTimeout(send, OTHERS_LATER_MS)
    } else if (!soon) {
      soon = true
      setImmediate(send)
    }
  }
}
