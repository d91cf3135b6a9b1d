import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { root } from '../../src/stack/paths.ts'
import { freshFolder } from '../support/key-ring.ts'
import { replay, storedHistories } from '../support/replay.ts'
import { behind, shop, stack } from '../support/world.ts'

const dist = join(root, 'dist')
const text = (path: string): string => readFileSync(join(dist, path), 'utf8')

/** A role as an image starts it: plain node, and nothing in the environment but what it is given. */
const role = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['dist/src/role.js', ...args], {
    cwd: root,
    timeout: 150_000,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  })

const SCRIPTS_OF_DOCS = ['docs.js', 'rank.js', 'try-it.js'].map((file) => join('reference', file))

describe('what `npm run build` made', () => {
  test('runs the stack of these tests: no process of it has a loader', async () => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args', '-ww'])
    const ours = stdout.split('\n').filter((line) => line.includes(`${dist}/`))
    for (const entry of ['src/main.js', 'worker/main.js', 'src/sandbox/main.js'])
      expect(ours.filter((line) => line.endsWith(join(dist, entry)))).not.toEqual([])
    expect(ours.filter((line) => /tsx|--import|--loader/.test(line))).toEqual([])
  })

  test('takes a card payment to its end, and the histories that it writes are those of the sources', async () => {
    const { paymentId } = await shop.completed()
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    const { stdout } = await role(['cli', '--home', stack.home, 'replay', paymentId])
    expect(stdout).toContain('1 replayed, 0 diverge')
  })

  // Each of them is replayed by the same code before it is built, in test/replay.
  test('goes on with stored histories', async () => {
    const bundle = { codePath: join(dist, 'bundles/workflows.js') }
    const histories = storedHistories().filter((_, index) => index % 8 === 0)
    const { replayed, broken } = await replay(histories, { bundle })
    expect(broken).toEqual([])
    expect(replayed.length).toBeGreaterThan(20)
  })

  test('serves the page with the approved files, the reference, a guide and the collection', async () => {
    const { stdout } = await role(['cli', '--home', stack.home, 'checkout', 'scripts', 'check'])
    expect(stdout).toContain('The page is as it was approved')
    for (const path of ['/docs', '/docs/guides/first-payment', '/docs/postman.json'])
      expect((await fetch(stack.api + path)).status, path).toBe(200)
  })

  test('migrates, makes keys, and says which roles there are', async () => {
    const migrated = await role(['migrate'], { DATABASE_URL: stack.postgresOwner })
    expect(migrated.stderr).toContain('the database is up to date')
    const keys = await role(['keys'], { KEYS_FILE: join(freshFolder(), 'keys.json') })
    expect(keys.stderr).toContain('a new key ring was written')
    await expect(role(['nothing'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^say which: gateway, api, worker, portal, sandbox/),
    })
  })

  test('migrations are lines of the audit', async () => {
    const server = new pg.Client({ connectionString: stack.postgresOwner })
    await server.connect()
    await server.query('create database fresh')
    await server.end()
    const url = stack.postgresOwner.replace(/\/tollgate$/, '/fresh')
    await role(['migrate'], { DATABASE_URL: url })
    await role(['migrate'], { DATABASE_URL: url })
    const fresh = new pg.Client({ connectionString: url })
    await fresh.connect()
    const { rows } = await fresh.query('select action, detail from operator_audit')
    await fresh.end()
    expect(rows).toEqual([
      { action: 'migrate', detail: { applied: expect.arrayContaining(['0001-payments.sql']) } },
    ])
  })

  test('imports nothing that production has not installed', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && !/^bundles|\/assets\//.test(file),
    )
    const imported = new Set(modules.flatMap((file) => packagesIn(text(file))))
    expect(imported.size).toBeGreaterThan(10)
    expect([...imported].filter((name) => !(name in dependencies))).toEqual([])
  })

  test('has a source map beside each module, and no import of a source', () => {
    const modules = readdirSync(join(dist, 'src'), { recursive: true, encoding: 'utf8' })
    // Scripts of pages are served as they are: they have no source but themselves.
    const isServed = (file: string) =>
      /assets\/|(portal|look)\/browser\//.test(file) || SCRIPTS_OF_DOCS.includes(file)
    const code = modules.filter((file) => file.endsWith('.js') && !isServed(file))
    expect(code.length).toBeGreaterThan(300)
    expect(code.filter((file) => !modules.includes(`${file}.map`))).toEqual([])
    const leading = code.filter((file) => /from '\.[^']*\.tsx?'/.test(text(join('src', file))))
    expect(leading).toEqual([])
  })
})

/** The packages that a module imports, by name: `@temporalio/worker`, `zod`. */
function packagesIn(code: string): string[] {
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}
