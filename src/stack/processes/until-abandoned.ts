import { readFileSync } from 'node:fs'

/**
 * Resolves when the npm that ran us is gone. npm passes a signal on to its shell only, which then
 * ends without telling us: whoever stops `npm start` would leave the whole stack running.
 */
export async function untilAbandoned(intervalMs = 300): Promise<void> {
  if (process.env['npm_lifecycle_event'] === undefined) return new Promise(() => undefined)
  const atStart = ancestry()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (ancestry() === atStart) return
      clearInterval(timer)
      resolve()
    }, intervalMs)
    timer.unref()
  })
}

/** The shell that npm made, and npm itself. */
function ancestry(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
  } catch {
    return ''
  }
}
