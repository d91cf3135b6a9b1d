import type { Beats } from '../src/postgres/processes/beats.ts'

const BEAT_MS = 1_000

/** Says every second that this process lives, until it is told to stop. */
export function startBeating(beats: Beats, queue: string): () => Promise<void> {
  let isUnderWay = false
  const beat = () => {
    if (isUnderWay) return
    isUnderWay = true
    beats
      .beat(queue)
      // A database that is away hears the next one.
      .catch(() => undefined)
      .finally(() => (isUnderWay = false))
  }
  beat()
  const timer = setInterval(beat, BEAT_MS)
  return async () => {
    clearInterval(timer)
    await beats.end(queue).catch(() => undefined)
  }
}
