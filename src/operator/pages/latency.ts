/** How long a provider's answers took, as far as the limits of the histogram tell. */
export interface Latency {
  provider: string
  calls: number
  /** Seconds; half of the calls, and 95 of 100, were not slower. */
  half: number
  most: number
}

interface Sample {
  value: number
  metricName?: string
  labels: Readonly<Record<string, string | number | undefined>>
}

/** Of the samples of `tollgate_provider_call_duration_seconds`, all operations together. */
export function latencies(samples: readonly Sample[]): Latency[] {
  const buckets = samples.filter(({ metricName }) => metricName?.endsWith('_bucket'))
  const providers = [...new Set(buckets.map(({ labels }) => String(labels['provider'])))]
  return providers.sort().map((provider) => {
    const counts = new Map<number, number>()
    for (const { labels, value } of buckets)
      if (labels['provider'] === provider) {
        const limit = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
        counts.set(limit, (counts.get(limit) ?? 0) + value)
      }
    const limits = [...counts].sort(([one], [other]) => one - other)
    const calls = limits.at(-1)?.[1] ?? 0
    return { provider, calls, half: quantile(limits, 0.5), most: quantile(limits, 0.95) }
  })
}

/** Between two limits the calls are taken to be spread evenly, as Prometheus does it. */
function quantile(limits: readonly (readonly [number, number])[], share: number): number {
  const wanted = (limits.at(-1)?.[1] ?? 0) * share
  let [below, before] = [0, 0]
  for (const [limit, count] of limits) {
    if (count >= wanted && count > before)
      return limit === Infinity
        ? below
        : below + ((limit - below) * (wanted - before)) / (count - before)
    if (limit !== Infinity) [below, before] = [limit, count]
  }
  return below
}
