const MAX_WAITING = 20

/** How many commands wait on each payment, tokenization or dispute, in this process. */
export function createLine() {
  const waiting = new Map<string, number>()
  return {
    enter(id: string): boolean {
      const before = waiting.get(id) ?? 0
      if (before < MAX_WAITING) waiting.set(id, before + 1)
      return before < MAX_WAITING
    },
    leave(id: string): void {
      const left = (waiting.get(id) ?? 1) - 1
      if (left === 0) waiting.delete(id)
      else waiting.set(id, left)
    },
  }
}
