import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { World } from '../faults/world.ts'
import type { Server } from './plan.ts'

const run = promisify(execFile)
const SIZE = '2g'
const SHRINK_TRIES = 20
const WRITE_EVERY_MS = 100

/** Disks of the servers that can be made full. */
export interface SmallDisks {
  fill(server: Server, forMs: number): Promise<void>
  /** What is on them is put where it belongs, once the servers have stopped. */
  close(): Promise<void>
}

/**
 * Puts Postgres's log of changes and Temporal's store on disks of their own in memory; undefined where
 * nobody may mount one. Full they are when their size is what is on them.
 */
export async function mountSmallDisks({ stack }: World): Promise<SmallDisks | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folders = {
    postgres: join(stack.home, 'postgres', 'pg_wal'),
    temporal: join(stack.home, 'temporal-store'),
  }
  mkdirSync(folders.temporal)
  if (!(await canMount(folders.temporal))) return undefined
  for (const name of ['postgres', 'temporal'] as const) await stack.process(name).stop()
  for (const folder of Object.values(folders)) await keeping(folder, () => mount(folder))
  const store = join(stack.home, 'temporal.db')
  await run('sh', [
    '-c',
    'mv "$1"* "$2"/ && ln -s "$2"/temporal.db "$1"',
    '-',
    store,
    folders.temporal,
  ])
  // The mark that says that the store is whole stays beside the name by which it is known.
  await run('sh', ['-c', 'mv "$1"/*.initialised "$2"/', '-', folders.temporal, stack.home])
  for (const name of ['postgres', 'temporal'] as const) await stack.process(name).start()
  const abandon = () => Object.values(folders).forEach(unmountAtOnce)
  process.once('exit', abandon)
  return {
    fill: async (server, forMs) => {
      const folder = folders[server]
      await shrink(folder)
      try {
        if (server === 'postgres') await writeMuch(stack.info.postgresOwner, forMs)
        else await sleep(forMs)
      } finally {
        await resize(folder, SIZE)
      }
    },
    close: async () => {
      for (const folder of Object.values(folders))
        await keeping(folder, () => run('umount', [folder]))
      process.off('exit', abandon)
    },
  }
}

async function canMount(folder: string): Promise<boolean> {
  try {
    await mount(folder)
    await run('umount', [folder])
    return true
  } catch {
    return false
  }
}

/** Whoever is interrupted leaves no disk behind. */
function unmountAtOnce(folder: string): void {
  try {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  } catch {
    // Not mounted any more.
  }
}

/** The folder's contents survive that it becomes another. */
async function keeping(folder: string, change: () => Promise<unknown>): Promise<void> {
  const aside = `${folder}.aside`
  await run('cp', ['-a', folder, aside])
  await change()
  await run('cp', ['-a', `${aside}/.`, folder])
  await run('rm', ['-r', aside])
}

async function mount(folder: string): Promise<void> {
  const { uid, gid } = statSync(folder)
  const options = `size=${SIZE},mode=0700,uid=${uid},gid=${gid}`
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tollgate-nemesis', folder])
}

const resize = (folder: string, size: string): Promise<unknown> =>
  run('mount', ['-o', `remount,size=${size}`, folder])

/** What is written meanwhile makes the size too small to be taken: it is tried again. */
async function shrink(folder: string): Promise<void> {
  for (let left = SHRINK_TRIES; ; left -= 1) {
    const { blocks, bfree, bsize } = statfsSync(folder)
    try {
      await resize(folder, String((blocks - bfree) * bsize))
      return
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** Postgres writes into files that it has made before; it is brought to need another one. */
async function writeMuch(url: string, forMs: number): Promise<void> {
  const end = Date.now() + forMs
  while (Date.now() < end) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => undefined)
    await client
      .connect()
      .then(async () => {
        await client.query({ text: `select pg_logical_emit_message(true, 'nemesis', 'full')` })
        await client.query('select pg_switch_wal()')
      })
      .catch(() => undefined)
    client.end().catch(() => undefined)
    await sleep(WRITE_EVERY_MS)
  }
}
