import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../src/stack/paths.ts'
import { freshFolder } from '../support/key-ring.ts'

const BEFORE = new Date('2026-01-01T00:00:00Z')
const BUILT = new Date('2026-01-02T00:00:00Z')
const AFTER = new Date('2026-01-03T00:00:00Z')

/** A checkout whose command line says what it was loaded from; all of it was built at one time. */
function checkout() {
  const home = freshFolder()
  const files = {
    'package.json': '{"type":"module"}',
    'package-lock.json': '{}',
    'workflows/index.ts': '',
    'workflows/unused.ts': '',
    'sdk/typescript/src/index.ts': '',
    'src/cli/main.ts': `console.log('sources' as string, ...process.argv.slice(2))`,
    'dist/src/cli/main.js': `console.log('build', ...process.argv.slice(2))`,
    'dist/.built': 'hash',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(home, dirname(name)), { recursive: true })
    writeFileSync(join(home, name), content)
  }
  mkdirSync(join(home, 'src/stack'))
  cpSync(join(root, 'src/stack/command-line.mjs'), join(home, 'src/stack/command-line.mjs'))
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  const folders = ['src', 'src/cli', 'src/stack', 'workflows', 'sdk/typescript/src']
  for (const name of [...Object.keys(files), ...folders, 'src/stack/command-line.mjs'])
    utimesSync(join(home, name), BEFORE, BEFORE)
  utimesSync(join(home, 'dist/.built'), BUILT, BUILT)
  return {
    touch: (name: string, at: Date) => utimesSync(join(home, name), at, at),
    remove: (name: string) => rmSync(join(home, name)),
    run: async () => {
      const args = [join(home, 'src/stack/command-line.mjs'), 'stuck', '--json']
      return (await promisify(execFile)(process.execPath, args, { cwd: home })).stdout.trim()
    },
  }
}

test('the command line runs the build, while no source is newer', async () => {
  const { run, touch } = checkout()
  expect(await run()).toBe('build stuck --json')
  touch('src/cli/main.ts', AFTER)
  expect(await run()).toBe('sources stuck --json')
})

test.each([
  ['a source was taken away', 'workflows/unused.ts'],
  ['nothing was built', 'dist/.built'],
])('the command line runs the sources when %s', async (_, file) => {
  const { run, remove } = checkout()
  remove(file)
  expect(await run()).toBe('sources stuck --json')
})
