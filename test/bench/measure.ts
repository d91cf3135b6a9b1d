/** Runs `count` operations with `clients` at a time and says how long each took. */
export async function closedLoop(
  clients: number,
  count: number,
  operation: (index: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  let next = 0
  let failures = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < count; index = next++) {
        const begun = performance.now()
        await operation(index).then(
          () => latencies.push(performance.now() - begun),
          () => (failures += 1),
        )
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    p50: at(latencies, 0.5),
    p95: at(latencies, 0.95),
    p99: at(latencies, 0.99),
    failures,
  }
}

export interface Measured {
  perSecond: number
  p50: number
  p95: number
  p99: number
  failures: number
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

export function print(title: string, rows: Record<string, string | number>[]): void {
  process.stdout.write(`\n${title}\n`)
  const columns = Object.keys(rows[0] ?? {})
  const text = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 0) : (value ?? '')
  const widths = columns.map((name) =>
    Math.max(name.length, ...rows.map((row) => text(row[name]).length)),
  )
  const line = (cells: string[]) =>
    cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')
  process.stdout.write(`${line(columns)}\n`)
  for (const row of rows)
    process.stdout.write(`${line(columns.map((name) => text(row[name])))}
`)
}
