import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenCapture } from '../support/changed-checkout.ts'
import { cliProcess } from '../support/cli-process.ts'
import { changedBuild } from './changed-build.ts'
import { checkInvariants } from './invariants.ts'
import { until, World } from './world.ts'

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

test('a bug is found by `stuck`, explained by `incident`, its fix shown by `replay`, and the payments heal', async () => {
  const run = cliProcess(world.stack.home)
  const earlier = await world.completed()
  const held = await world.completed({ transKind: 'PREAUTH' })

  // Somebody breaks the capture of holds and deploys it.
  const broken = changedBuild(folder, 'broken', brokenCapture)
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
