import { execFileSync } from 'node:child_process'

const EVERY_MS = 17_000
const FOR_MS = 5_000

/**
 * Machines that are shared stand still for seconds, and no test may break by it: everything that this
 * process has started is stopped again and again. Returns what ends that.
 */
export function standStillNowAndThen(): () => void {
  let goOn = (): void => undefined
  let count = 0
  const timer = setInterval(() => {
    goOn = standStill(process.pid)
    count += 1
    setTimeout(goOn, FOR_MS)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    goOn()
    console.log(`The machine stood still ${String(count)} times, ${String(FOR_MS / 1000)} s each.`)
  }
}

/** Stops whatever descends from a process; returns what lets it go on. */
export function standStill(pid: number): () => void {
  const stopped = descendantsOf(pid, allProcesses())
  signal(stopped, 'SIGSTOP')
  return () => {
    signal(stopped, 'SIGCONT')
  }
}

interface Process {
  pid: number
  parent: number
}

/** Children, their children, and so on; whoever has lost a parent is somebody else's. */
export function descendantsOf(pid: number, all: readonly Process[]): number[] {
  const children = all.filter(({ parent }) => parent === pid).map((one) => one.pid)
  return children.flatMap((child) => [child, ...descendantsOf(child, all)])
}

function allProcesses(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim()
  return lines.split('\n').map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent }
  })
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended since.
    }
}
