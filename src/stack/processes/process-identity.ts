import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A pid alone may be somebody else's after a crash; with its start time it names one process. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt
}

/** Asks with `signal`, insists with SIGKILL after the deadline, returns when it is gone. */
export async function endProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  deadlineMs = 5000,
): Promise<void> {
  sendSignal(identity, signal)
  if (await isGone(identity, deadlineMs)) return
  sendSignal(identity, 'SIGKILL')
  await isGone(identity, deadlineMs)
}

function sendSignal(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(identity)) return
  try {
    process.kill(identity.pid, signal)
  } catch {
    // It ended between the look and the signal, or belongs to another user: nothing to end.
  }
}

async function isGone(identity: ProcessIdentity, deadlineMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + deadlineMs
  while (isAlive(identity)) {
    if (Date.now() > giveUpAt) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

/** Fields of /proc/<pid>/stat after the command's name: state is the 1st, start time the 20th. */
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ended = fields[0] === 'Z' || fields[0] === 'X'
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ended ? undefined : `${boot}/${fields[19] ?? ''}`
  } catch {
    return undefined
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    const options = { encoding: 'utf8', timeout: 5000, stdio: 'pipe' } as const
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options).trim()
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
