import pg from 'pg'
import type { Db } from './db.ts'
import { execute, statement } from './db.ts'

const CHANNEL = 'tollgate_changes'
const RECONNECT_MS = 1_000
const NOTIFY = statement('notify_changes', `select pg_notify('${CHANNEL}', $1)`)

/** Hears that something was committed about a payment, and lets callers wait for it. */
export interface Changes {
  /** Reads at once, after each hint about the id, and ever more rarely in case a hint was lost. */
  until<T>(
    id: string,
    read: () => Promise<T | undefined>,
    timeoutMs: number,
  ): Promise<T | undefined>
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
  const wake = (id: string) => {
    waiting.get(id)?.forEach((resume) => {
      resume()
    })
  }
  const connection = keepListening(databaseUrl, (ids) => ids.split(',').forEach(wake), onError)
  return {
    async until(id, read, timeoutMs) {
      const end = Date.now() + timeoutMs
      for (let pollMs = polls.firstMs; ; pollMs = Math.min(2 * pollMs, polls.lastMs)) {
        const hint = nextHint(waiting, id)
        try {
          const found = await read()
          if (found !== undefined || Date.now() >= end) return found
          await hint.within(Math.min(pollMs, Math.max(1, end - Date.now())))
        } finally {
          hint.forget()
        }
      }
    },
    close: () => connection.close(),
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

/** Collects the ids of one turn and sends them as one hint, outside of every transaction. */
export function createHints(db: Db): (id: string) => void {
  const pending = new Set<string>()
  return (id) => {
    if (pending.size === 0)
      setImmediate(() => {
        const ids = [...pending].join(',')
        pending.clear()
        execute(db, NOTIFY, [ids]).catch(() => undefined) // the next poll finds it
      })
    pending.add(id)
  }
}
