import { copyFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

const storeOf = (home: string): string => join(home, 'temporal.db')
const keptOf = (home: string): string => `${storeOf(home)}.kept`

/** Temporal's store as the disk has it now, without its log: what comes from here on is lost with the power. */
export async function keepWritten({ stack }: World): Promise<void> {
  const store = storeOf(stack.home)
  for (;;) {
    const { mtimeMs } = statSync(store)
    await sleep(100)
    copyFileSync(store, keptOf(stack.home))
    // While it is being written through, a copy would be half of each.
    if (statSync(store).mtimeMs === mtimeMs) return
  }
}

/** kill -9 of every process at once; nothing of it is started again. */
export async function killEverything({ stack }: World): Promise<void> {
  for (const process of stack.processes) process.autoRestart = false
  for (const process of stack.processes) process.killGroup('SIGKILL')
  await Promise.all(stack.processes.map((process) => process.kill('SIGKILL')))
  await stack.stop()
}

/** Everything dies at once, and Temporal's store is what was kept of it. */
export async function cutPower(world: World): Promise<void> {
  await killEverything(world)
  const store = storeOf(world.stack.home)
  for (const tail of ['', '-wal', '-shm']) rmSync(`${store}${tail}`, { force: true })
  copyFileSync(keptOf(world.stack.home), store)
}
