type Stop = () => Promise<unknown>

/** Each project loads this file for itself; only the process is common to them. */
const SHARED = Symbol.for('tollgate.stopped-when-ended')

/**
 * A run that is ended from outside asks nobody to tidy up: the servers of its tests are stopped
 * nevertheless, and the process ends when all of them are.
 */
export function stopWhenEnded(stop: Stop): void {
  const shared = globalThis as { [SHARED]?: Stop[] }
  shared[SHARED] ??= untilEnded()
  shared[SHARED].push(stop)
}

function untilEnded(): Stop[] {
  const stops: Stop[] = []
  let ending: Promise<never> | undefined
  // A whole group is signalled, and by whoever started it once more: the second signal must not cut the first short.
  const end = () =>
    void (ending ??= Promise.allSettled(stops.map((stop) => stop())).then(() => process.exit(1)))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return stops
}
