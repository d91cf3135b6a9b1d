/** One JSON line on standard output. */
export function log(msg: string, details: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), service: 'sandbox', msg, ...details }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
