import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findImageNode, imageNodePackage } from '../../src/stack/image-node.ts'
import { root } from '../../src/stack/paths.ts'
import { silentTerminal } from '../../src/stack/terminal.ts'
import type { Terminal } from '../../src/stack/terminal.ts'
import { temporaryHome } from './temporary-home.ts'

const OLDER = '20.19.6'
const program = `node_modules/node-${process.platform}-${process.arch}/bin/node`

/** A machine with an npm of its own. */
function machine(npm: string) {
  const home = temporaryHome()
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { PATH: `${join(home, 'bin')}:/usr/bin:/bin`, TOLLGATE_CACHE: join(home, 'cache') }
  const notes: string[] = []
  const terminal: Terminal = { ...silentTerminal, note: (text) => void notes.push(text) }
  const find = (running = OLDER, more: NodeJS.ProcessEnv = {}) =>
    findImageNode({ ...env, ...more }, terminal, running)
  const cached = () => (existsSync(env.TOLLGATE_CACHE) ? readdirSync(env.TOLLGATE_CACHE) : [])
  return { home, find, notes, cached }
}

/** Leaves what npm would, and notes that it was asked. */
const installs = (says: string) =>
  [
    'echo "$@" >> ../../asked',
    `mkdir -p $(dirname ${program})`,
    `printf '#!/bin/sh\\n${says}\\n' > ${program}`,
    `chmod +x ${program}`,
  ].join('\n')

test('the Node of the image is fetched once, by the lock file that came with us', async () => {
  const { home, find, cached, notes } = machine(
    `test -f package-lock.json || exit 1\n${installs('')}`,
  )
  const found = await find()
  expect(found).toContain(join(home, 'cache/node-'))
  expect(found.endsWith(program)).toBe(true)
  expect(await find()).toBe(found)
  expect(readFileSync(join(home, 'asked'), 'utf8')).toMatch(/^ci --ignore-scripts .*\n$/)
  expect(cached()).toHaveLength(1)
  expect(notes).toEqual([])
})

test('two at once share one', async () => {
  const { find, cached } = machine(`sleep 0.2\n${installs('')}`)
  const [one, other] = await Promise.all([find(), find()])
  expect(one).toBe(other)
  expect(cached()).toHaveLength(1)
})

test.each([
  ['npm cannot be reached', 'echo "npm error ENOTFOUND" >&2; exit 1'],
  ['what came does not run', installs('exit 3')],
])('when %s the present one goes on, which is said, and nothing stays', async (_, npm) => {
  const { find, cached, notes } = machine(npm)
  expect(await find()).toBe(process.execPath)
  expect(notes.join()).toMatch(
    /^Going on with Node 20\.19\.6: npm gave no Node 24 \(Command failed/,
  )
  expect(cached()).toEqual([])
})

test('nothing is fetched for who has it, or wants their own', async () => {
  const { find, cached } = machine('exit 1')
  expect(await find('24.1.0')).toBe(process.execPath)
  expect(await find(OLDER, { TOLLGATE_NODE: 'own' })).toBe(process.execPath)
  expect(cached()).toEqual([])
})

test('it is of the line that the image is made from, and fixed by a hash', () => {
  const image = /NODE_IMAGE=node:(\d+)-/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]
  const lock = JSON.parse(readFileSync(join(imageNodePackage, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>
  }
  const { '': _, ...programs } = lock.packages
  expect(Object.keys(programs)).toHaveLength(2)
  for (const { version, integrity } of Object.values(programs)) {
    expect(version?.split('.')[0]).toBe(image)
    expect(integrity).toMatch(/^sha512-/)
  }
})
