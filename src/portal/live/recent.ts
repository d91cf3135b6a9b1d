const KEPT_MS = 10_000
/** The page may come from a portal on another machine. */
const SKEW_MS = 1_000

/** What was heard of lately: a page may have been made before, and opened its ear after. */
export function createRecent(now: () => number = Date.now) {
  const heardAt = new Map<string, number>()
  return {
    add: (ids: readonly string[]) => {
      for (const id of ids) {
        // The latest stands last, so that the oldest are the first to go.
        heardAt.delete(id)
        heardAt.set(id, now())
      }
      for (const [id, at] of heardAt) {
        if (at > now() - KEPT_MS) break
        heardAt.delete(id)
      }
    },
    /** What was heard of since then; undefined when that is longer ago than anybody remembers. */
    since: (shownAt: number): string[] | undefined => {
      if (shownAt < now() - KEPT_MS) return undefined
      return [...heardAt].flatMap(([id, at]) => (at >= shownAt - SKEW_MS ? [id] : []))
    },
  }
}
