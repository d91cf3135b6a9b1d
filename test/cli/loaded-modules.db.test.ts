import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../src/stack/paths.ts'
import { freshDatabase } from '../support/database.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'

/** A slow machine needs it; a quick one never waits that long. */
const PATIENCE_MS = 100_000

/** Writes down, when a process ends, the files of all packages that it has loaded. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs'
  import { createRequire } from 'node:module'
  const { cache } = createRequire('/')
  process.on('exit', () => writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(cache))))
`)}`

/** The packages that a command line has loaded by its end, whatever became of it. */
async function packagesOf(env: Record<string, string>, args: readonly string[]): Promise<string[]> {
  const record = join(freshFolder(), 'loaded.json')
  await new Promise<void>((resolve) => {
    execFile(
      process.execPath,
      ['--import', recorder, 'src/stack/command-line.mjs', ...args],
      { cwd: root, env: { PATH: process.env.PATH, LOADED: record, ...env }, timeout: PATIENCE_MS },
      () => resolve(),
    )
  })
  const files = JSON.parse(readFileSync(record, 'utf8')) as string[]
  const names = files.map((file) => {
    const inside = file.split('/node_modules/').at(-1) ?? ''
    return /^(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0]
  })
  return [...new Set(names)].filter((name) => name !== undefined)
}

const compilers = ['@temporalio/worker', '@temporalio/core-bridge', 'webpack', '@swc/core']
const gateway = ['@temporalio/client', '@temporalio/proto', '@grpc/grpc-js', 'pino', 'undici']
const http = ['express', 'helmet', 'prom-client']

test.each([
  ['payment show', ['payment', 'show', 'nobody'], [...compilers, ...gateway, ...http]],
  ['approvals list', ['approvals', 'list'], [...compilers, ...gateway, ...http]],
  ['stuck', ['stuck'], [...compilers, ...http]],
])('%s loads nothing that it does not use', { timeout: PATIENCE_MS }, async (_, args, unused) => {
  const { url } = await freshDatabase()
  const { path } = await freshKeyRing()
  const env = {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: url,
    KEYS_FILE: path,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    TOLLGATE_HOME: '/nowhere',
  }
  const loaded = await packagesOf(env, args)
  expect(loaded).toContain('pg')
  expect(unused.filter((name) => loaded.includes(name))).toEqual([])
})
