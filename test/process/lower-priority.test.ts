import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, tsx } from '../../src/stack/paths.ts'

/** Nobody may go below what the tests themselves run with, or beyond what there is. */
const ours = getPriority()
const LEAST = 19
const less = (by: number): number => Math.min(LEAST, ours + by)

/** In a process of its own: whoever has given way cannot take it back. */
async function nicenessAfter(niceness: number, begunWith: number): Promise<number[]> {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { setPriority } from 'node:os'
    import { lowerPriority } from ${JSON.stringify(pathToFileURL(join(root, 'src/process/lower-priority.ts')).href)}
    const threads = readdirSync('/proc/self/task')
    for (const thread of threads) setPriority(Number(thread), ${String(begunWith)})
    lowerPriority(${String(niceness)})
    const stat = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'utf8')
    console.log(JSON.stringify(threads.map((one) => Number(stat(one).split(') ')[1].split(' ')[16]))))`
  const args = ['--import', tsx, '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return JSON.parse(stdout) as number[]
}

test('every thread that runs already gives way, not the first alone', async () => {
  const niceness = await nicenessAfter(less(7), ours)
  expect(niceness.length).toBeGreaterThan(1)
  expect(new Set(niceness)).toEqual(new Set([less(7)]))
})

test('whoever was started with less asks for no more', async () => {
  expect(new Set(await nicenessAfter(less(7), less(12)))).toEqual(new Set([less(12)]))
})

test('a session that is shared with others is left as it is', async () => {
  const path = '/proc/self/autogroup'
  const group = () => (existsSync(path) ? readFileSync(path, 'utf8') : 'none')
  const before = group()
  await nicenessAfter(less(7), ours)
  expect(group()).toBe(before)
})
