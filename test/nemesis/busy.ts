import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is left to us when each core has so many others to serve is about a half. */
const OTHERS_PER_CORE = 3

const others = new Set<ChildProcess>()
process.once('exit', () => others.forEach((one) => one.kill('SIGKILL')))

/** The machine has other work to do: whatever has a limit of time comes near it. */
export async function keepBusy(forMs: number): Promise<void> {
  const begun = Array.from({ length: OTHERS_PER_CORE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  begun.forEach((one) => others.add(one))
  await sleep(forMs)
  for (const one of begun) {
    one.kill('SIGKILL')
    others.delete(one)
  }
}
