const KEPT_MS = 10_000

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
    /** Of a list nothing is known but its age. */
    mayHaveMissed: (id: string | undefined, shownAt: number): boolean =>
      shownAt < now() - KEPT_MS || (id !== undefined && (heardAt.get(id) ?? 0) >= shownAt),
  }
}
