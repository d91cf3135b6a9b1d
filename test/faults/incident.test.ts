import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliProcess } from '../support/cli-process.ts'
import { checkInvariants } from './invariants.ts'
import { until, World } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let world: World
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-incident-'))
  world = await World.launch({ apis: 1, gateways: 0, workers: 1 })
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the workflow code with one line changed, bundled as a worker runs it. */
function build(
  name: string,
  change: { file: string; from: string; to: string },
): {
  checkout: string
  bundle: string
} {
  const checkout = join(folder, name)
  for (const part of ['workflows', 'worker', 'src', 'activities', 'package.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true })
  execFileSync('ln', ['-s', join(root, 'node_modules'), join(checkout, 'node_modules')])
  const path = join(checkout, change.file)
  const text = readFileSync(path, 'utf8')
  expect(text, `${change.file} has the line that is changed`).toContain(change.from)
  writeFileSync(path, text.replace(change.from, change.to))
  const bundle = join(folder, `${name}.js`)
  execFileSync(process.execPath, ['--import', 'tsx', join(checkout, 'worker/bundle.ts'), bundle], {
    cwd: checkout,
    timeout: 120_000,
  })
  return { checkout, bundle }
}

test('a bug is found by `stuck`, explained by `incident`, its fix shown by `replay`, and the payments heal', async () => {
  const run = cliProcess(world.stack.home)
  const earlier = await world.completed()
  const held = await world.completed({ transKind: 'PREAUTH' })

  // Somebody breaks the capture of holds and deploys it.
  const line =
    "export const capture: Decide<PaymentCommandOf<'capture'>> = (payment, command, context) => {"
  const broken = build('broken', {
    file: 'src/domain/payment/decide/preauthorization.ts',
    from: line,
    to: `${line}\n  if (payment.transactions.length > 0) throw new TypeError('amount of undefined')`,
  })
  await world.stack.restart('worker-1', { WORKFLOW_BUNDLE: broken.bundle })
  const key = 'the-capture-that-hangs'
  const answer = await world.call('POST', `/payment/${held}/capture`, { amount: 20 }, { key })
  expect(answer.status).toBe(503)

  // stuck: which payment, and why.
  await until(
    'stuck finds the payment',
    async () => {
      const { code, text } = await run('stuck')
      return code === 1 && text.includes(held) && text.includes('amount of undefined')
    },
    90_000,
  )

  // incident: what happened, told from the history that is still there.
  const page = join(folder, 'incident.html')
  expect(await run('incident', held, '--out', page)).toMatchObject({ code: 0 })
  const story = readFileSync(page, 'utf8')
  expect(story).toContain('hold of PLN 25.00')
  expect(story).toMatch(/"type":"WorkflowTaskFailed".*amount of undefined/)

  // replay: the broken build cannot go on with it, the present code can, and nothing else diverges.
  const there = await run('replay', held, '--build', broken.checkout)
  expect(there).toMatchObject({ code: 1, text: expect.stringContaining('amount of undefined') })
  expect(await run('replay', held)).toMatchObject({
    code: 0,
    text: expect.stringContaining('next: capture → captureStarted'),
  })
  expect(await run('replay', '--all', '--since', '1h')).toMatchObject({ code: 0 })

  // The good build comes back; the capture that waited is done, once. Nobody touched the database.
  await world.stack.restart('worker-1')
  const again = await world.insist('POST', `/payment/${held}/capture`, { amount: 20 }, key)
  expect(again.status).toBe(200)
  await world.quiet(held)
  expect(await run('stuck')).toMatchObject({ code: 0, text: 'nothing is stuck\n' })
  expect(await run('prove', '--all')).toMatchObject({ code: 0 })
  await checkInvariants(world, [earlier, held])
}, 600_000)
