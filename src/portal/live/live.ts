import { createPace } from './pace.ts'
import { createRecent } from './recent.ts'

/** A page that somebody has open. */
export interface Follower {
  sessionId: string
  personId: string
  merchantId: string
  /** The payment that it is about; a list is about all of the merchant's. */
  paymentId: string | undefined
  /** Something that it shows has changed. */
  say(): void
  /** Nothing has changed, and the connection is there. */
  beat(): void
  end(): void
}

/** What was committed, told to the pages that show it. */
export interface Live {
  /** Whoever has more pages open than anybody looks at loses the oldest; returns how it is left. */
  follow(follower: Follower, shownAt: number): () => void
  heard(ids: readonly string[]): void
  endSession(sessionId: string): void
  close(): void
}

export interface LiveParts {
  /** Whose those payments are; ids of other things are nobody's. */
  merchantsOf(ids: readonly string[]): Promise<{ paymentId: string; merchantId: string }[]>
  /** Those of the sessions that are good now. */
  good(sessionIds: readonly string[]): Promise<readonly string[]>
  onError(error: unknown): void
}

/** Whether a page shows one of these payments. */
function shownBy(changed: readonly { paymentId: string; merchantId: string }[]) {
  const owners = new Map(changed.map(({ paymentId, merchantId }) => [paymentId, merchantId]))
  const merchants = new Set(owners.values())
  return ({ paymentId, merchantId }: Follower): boolean =>
    paymentId === undefined ? merchants.has(merchantId) : owners.get(paymentId) === merchantId
}

const LIMITS = { ofPerson: 6, all: 1_000, gatherMs: 250, paceMs: 100, checkMs: 20_000 }

/**
 * Hints say only which payments have changed. They are gathered for a moment, and one statement says whose
 * they are; pages are told one after another, so many a second and no more, however many are open: each asks
 * for itself again, and a crowd that watches must not slow what it watches.
 */
export function createLive(parts: LiveParts, limits = LIMITS): Live {
  const followers = new Set<Follower>()
  const pace = createPace<Follower>(limits.paceMs, (one) => {
    if (followers.has(one)) one.say()
  })
  const recent = createRecent()
  let pending = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  const checking = setInterval(() => void check().catch(parts.onError), limits.checkMs).unref()

  const end = (one: Follower) => {
    followers.delete(one)
    one.end()
  }

  function gatherSoon(ids: readonly string[]): void {
    for (const id of ids) pending.add(id)
    if (pending.size > 0)
      gathering ??= setTimeout(() => void gather().catch(parts.onError), limits.gatherMs)
  }

  async function gather(): Promise<void> {
    const ids = [...pending]
    pending = new Set()
    gathering = undefined
    const shows = shownBy(await parts.merchantsOf(ids))
    for (const one of followers) if (shows(one)) pace.add(one)
  }

  async function check(): Promise<void> {
    if (followers.size === 0) return
    const good = new Set(await parts.good([...followers].map(({ sessionId }) => sessionId)))
    for (const one of [...followers])
      if (good.has(one.sessionId)) one.beat()
      else end(one)
  }

  return {
    follow: (follower, shownAt) => {
      const own = [...followers].filter(({ personId }) => personId === follower.personId)
      for (const one of own.slice(0, Math.max(0, own.length + 1 - limits.ofPerson))) end(one)
      const [oldest] = followers
      if (oldest && followers.size >= limits.all) end(oldest)
      followers.add(follower)
      const missed = recent.since(shownAt)
      if (missed) gatherSoon(missed.filter((id) => id === (follower.paymentId ?? id)))
      else pace.add(follower)
      return () => void followers.delete(follower)
    },
    heard: (ids) => {
      recent.add(ids)
      const shown = new Set([...followers].map(({ paymentId }) => paymentId))
      gatherSoon(ids.filter((id) => shown.has(undefined) || shown.has(id)))
    },
    endSession: (sessionId) => {
      for (const one of [...followers]) if (one.sessionId === sessionId) end(one)
    },
    close: () => {
      clearInterval(checking)
      clearTimeout(gathering)
      pace.stop()
      for (const one of [...followers]) end(one)
    },
  }
}
