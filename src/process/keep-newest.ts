/** Puts an entry into a memory that holds `most` of them: the one that was put in first makes room. */
export function keepNewest<Key, Value>(
  memory: Map<Key, Value>,
  most: number,
  [key, value]: readonly [Key, Value],
): void {
  memory.delete(key)
  memory.set(key, value)
  const [oldest] = memory.keys()
  if (memory.size > most && oldest !== undefined) memory.delete(oldest)
}
