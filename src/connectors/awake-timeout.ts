const SLICE_MS = 250

/**
 * Rings after that much time in which this process was awake, and after it has read what came while it was
 * not. A machine that stands still for longer than a slice costs one slice. Rings early where `isOver` says
 * so. Returns what stops it.
 */
export function awakeTimeout(ring: () => void, ms: number, isOver: () => boolean): () => void {
  let left = ms
  let timer: NodeJS.Timeout
  let last: NodeJS.Immediate | undefined
  const wait = () => {
    const slice = Math.min(left, SLICE_MS)
    timer = setTimeout(() => {
      left -= slice
      if (isOver()) ring()
      else if (left > 0) wait()
      // A timer may come before what the network has brought meanwhile, this comes after it.
      else last = setImmediate(ring)
    }, slice)
  }
  wait()
  return () => {
    clearTimeout(timer)
    clearImmediate(last)
  }
}
