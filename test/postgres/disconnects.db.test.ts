import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { countOf } from '../support/run-options.ts'
import { freshDatabase } from '../support/database.ts'

const STORM = fileURLToPath(new URL('./storm/disconnects.ts', import.meta.url))
const ROUNDS = countOf('DISCONNECTS', 300, 3_000)

test('a process whose sessions Postgres ends hundreds of times lives, tells its callers, and answers', async () => {
  const { url } = await freshDatabase()
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', STORM, url, String(ROUNDS)],
  ])
  const told = JSON.parse(stdout) as { answered: number; unreachable: number; ended: number }
  expect(told).toMatchObject({ afterwards: 42, heard: true, strange: [] })
  expect(told.answered).toBeGreaterThan(ROUNDS / 10)
  expect(told.unreachable).toBeGreaterThan(ROUNDS / 10)
  expect(told.ended).toBeGreaterThan(ROUNDS)
}, 120_000)
