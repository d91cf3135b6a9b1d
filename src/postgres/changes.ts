import { randomUUID } from 'node:crypto'
import type { CommandOutcome } from '../domain/actor/decision.ts'
import { Connection } from './connection.ts'
import type { Db } from './db.ts'
import { execute, statement } from './db.ts'

const CHANNEL = 'tollgate_changes'
const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000
const LATELY_MS = 5_000
const OTHERS_LATER_MS = 20
const NOTIFY = statement('notify_changes', `select pg_notify('${CHANNEL}', $1)`)

/** A commit of this process, as it stands in the database: nobody here has to read it again. */
export interface News {
  version: number
  messageId: string
  outcome: CommandOutcome
  bodyHash: string | undefined
  state: unknown
}

/** What the last news mean to whoever waits: the end, nothing yet, or that only the database knows. */
export type Handed<T> = { found: T } | 'not yet' | 'look'

interface Waiting<T> {
  /** Nothing can be there yet unless a hint came lately, so the first read waits for one. */
  justSent?: boolean
  handed?: (news: News) => Handed<T>
  /** Nobody waits any more. */
  signal?: AbortSignal
}

/** Hears that something was committed about a payment, and lets callers wait for it. */
export interface Changes {
  /** How others tell the hints of this process from their own. */
  sender: string
  /**
   * Takes what was committed here from memory, else reads: at once, after each hint about the id, and
   * ever more rarely in case a hint was lost. A read that fails is made again like one that found
   * nothing; only the last one may throw.
   */
  until<T>(
    id: string,
    read: () => Promise<T | undefined>,
    timeoutMs: number,
    options?: Waiting<T>,
  ): Promise<T | undefined>
  /** A commit of this process; true when somebody here waits for it. */
  heard(id: string, news?: News): boolean
  close(): Promise<void>
}

/**
 * How soon a lost hint is made up for by looking; the pause doubles up to the last. Longer than a sale
 * takes on a busy machine, or most of them would be looked for in vain when there is least time for it.
 */
const POLLS = { firstMs: 1_000, lastMs: 2_000 }

/** Listens on a connection of its own and comes back by itself when that is lost. */
export function listenToChanges(
  databaseUrl: string,
  onError: (error: Error) => void,
  polls = POLLS,
): Changes {
  const sender = `@${randomUUID()}`
  const waiting: Waiters = new Map()
  const lately = createLately()
  const heard = (id: string, news?: News): boolean => {
    lately.add(id, news)
    const here = waiting.get(id)
    here?.forEach((resume) => {
      resume(news)
    })
    return here !== undefined
  }
  const hear = (payload: string): void => {
    const ids = payload.split(',')
    // What this process has said to the others it knows already.
    if (!ids.includes(sender)) ids.forEach((id) => heard(id))
  }
  const connection = keepListening(databaseUrl, hear, onError)
  return {
    sender,
    async until(id, read, timeoutMs, options = {}) {
      const { justSent = false, handed = () => 'look', signal } = options
      const end = Date.now() + timeoutMs
      let news = lately.newsOf(id)
      let mayRead = !justSent || lately.has(id)
      for (let pollMs = polls.firstMs; ; pollMs = Math.min(2 * pollMs, polls.lastMs)) {
        const hint = nextHint(waiting, id)
        try {
          const known = news ? handed(news) : 'look'
          if (typeof known === 'object') return known.found
          const looks = mayRead && known === 'look'
          const found = looks ? await read().catch(unless(() => Date.now() >= end)) : undefined
          if (found !== undefined || Date.now() >= end || signal?.aborted) return found
          news = await hint.within(Math.min(pollMs, Math.max(1, end - Date.now())), signal)
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

/** The ids in every hint, as they come: for whoever follows many and waits for none. */
export const listenToHints = (
  databaseUrl: string,
  onIds: (ids: string[]) => void,
  onError: (error: Error) => void,
): Pick<Changes, 'close'> =>
  keepListening(
    databaseUrl,
    (payload) => {
      onIds(payload.split(',').filter((id) => !id.startsWith('@')))
    },
    onError,
  )

type Waiters = Map<string, Set<(news?: News) => void>>

const unless =
  (isLast: () => boolean) =>
  (error: unknown): undefined => {
    if (isLast()) throw error
  }

/** What was heard in the last few seconds, in two halves that take turns. */
function createLately() {
  let young = new Map<string, News | undefined>()
  let old = young
  const turn = setInterval(() => {
    old = young
    young = new Map()
  }, LATELY_MS).unref()
  return {
    /** News of others are not known: what was known before is no longer the last. */
    add: (id: string, news: News | undefined) => void young.set(id, news),
    has: (id: string) => young.has(id) || old.has(id),
    newsOf: (id: string) => (young.has(id) ? young.get(id) : old.get(id)),
    stop: () => {
      clearInterval(turn)
    },
  }
}

/** The registration comes before the read, so that a commit in between is not missed. */
function nextHint(waiting: Waiters, id: string) {
  let resume: (news?: News) => void = () => undefined
  const heard = new Promise<News | undefined>((resolve) => {
    resume = resolve
  })
  const mine = (news?: News) => {
    resume(news)
  }
  const leave = () => {
    resume()
  }
  const all = waiting.get(id) ?? new Set()
  waiting.set(id, all.add(mine))
  let timer: NodeJS.Timeout | undefined
  let left: AbortSignal | undefined
  return {
    within: (ms: number, signal: AbortSignal | undefined) => {
      timer = setTimeout(resume, ms)
      left = signal
      left?.addEventListener('abort', leave)
      return heard
    },
    forget: () => {
      clearTimeout(timer)
      left?.removeEventListener('abort', leave)
      all.delete(mine)
      if (all.size === 0) waiting.delete(id)
    },
  }
}

function keepListening(
  databaseUrl: string,
  onPayload: (payload: string) => void,
  onError: (error: Error) => void,
) {
  let closed = false
  let client: Connection | undefined
  const connect = async (): Promise<void> => {
    if (closed) return
    const next = new Connection({
      connectionString: databaseUrl,
      application_name: 'tollgate-listen',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    client = next
    next.on('notification', ({ payload }) => {
      if (payload) onPayload(payload)
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

/** Tells whoever waits that something was committed, and what if it is known. */
export type Hint = (id: string, news?: News) => void

/**
 * Collects ids and sends them as one hint, outside of every transaction. A process that also waits
 * hears of its own commits at once; what somebody here has heard may reach the others a little later.
 */
export function createHints(db: Db, here?: Pick<Changes, 'heard' | 'sender'>): Hint {
  const pending = new Set<string>()
  let later: NodeJS.Timeout | undefined
  let soon = false
  const send = () => {
    clearTimeout(later)
    later = undefined
    soon = false
    if (pending.size === 0) return
    const said = [...pending, ...(here ? [here.sender] : [])].join(',')
    pending.clear()
    execute(db, NOTIFY, [said]).catch(() => undefined) // the next poll finds it
  }
  return (id, news) => {
    pending.add(id)
    if (here?.heard(id, news)) {
      later ??= setTimeout(send, OTHERS_LATER_MS)
    } else if (!soon) {
      soon = true
      setImmediate(send)
    }
  }
}
