/** Whoever would wait longer for a turn is turned away: on a slow machine fewer are let in. */
const LONGEST_WAIT_MS = 2_000
/** How much the latest turn counts in what one takes at present. */
const LATEST = 0.1
/** A turn that takes longer makes a tenth fewer go at once, any other a fifth of one more. */
const LONG_TURN_MS = 2_000
const FEWER = 0.9
const MORE = 0.2
/** A server that is slow for everybody is no reason to ask it one by one. */
const LEAST = 1 / 4

/**
 * How many go at once, learnt from what their turns take. Where others use the machine, or a server is slow, all
 * of them together would each take longer than a task may: done in vain, and again.
 */
export function createPace(atMost: number) {
  const least = Math.max(1, atMost * LEAST)
  let [turnMs, now] = [0, atMost]
  const mayGo = () => Math.floor(now)
  return {
    mayGo,
    /** How many may be let in: those, and who comes to a turn in time. */
    room: () => Math.floor(mayGo() * (1 + LONGEST_WAIT_MS / turnMs)),
    learn: (ms: number): void => {
      turnMs += LATEST * (ms - turnMs)
      now = ms > LONG_TURN_MS ? Math.max(least, now * FEWER) : Math.min(atMost, now + MORE)
    },
  }
}
