/** A run that is ended from outside asks nobody to tidy up: the servers of its tests are stopped nevertheless. */
export function stopWhenEnded(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
}
