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
  /** A test has stopped it, and will wake it. */
  isStopped: boolean
}

/** Children, their children, and so on, that are at work; whoever has lost a parent is somebody else's. */
export function descendantsOf(pid: number, all: readonly Process[]): number[] {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [...(child.isStopped ? [] : [child.pid]), ...descendantsOf(child.pid, all)])
}

function allProcesses(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' }).trim()
  return lines.split('\n').map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), isStopped: state.startsWith('T') }
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
