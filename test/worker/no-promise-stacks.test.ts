import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root, tsx } from '../../src/stack/paths.ts'
import { freshFolder } from '../support/key-ring.ts'

/** Looks at promises as Temporal's SDK does, in a thread and in the main program. */
const program = `
  const { isMainThread, parentPort, Worker } = require('node:worker_threads')
  let count = 0
  require('node:v8').promiseHooks.createHook({ init: () => { count += 1 } })
  Promise.resolve().then(() => undefined)
  const seen = { promises: count > 0, stacks: new Error('why').stack.includes(__filename) }
  if (isMainThread)
    new Worker(__filename).once('message', (inThread) => {
      process.stdout.write(JSON.stringify({ inThread, inMain: seen }))
    })
  else parentPort.postMessage(seen)
`

test('no promise of a workflow thread is looked at; the main program and the stacks of errors stay', async () => {
  const file = join(freshFolder(), 'program.cjs')
  writeFileSync(file, program)
  const light = join(root, 'worker/no-promise-stacks.mjs')
  const args = ['--import', tsx, '--import', light, file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  expect(JSON.parse(stdout)).toEqual({
    inThread: { promises: false, stacks: true },
    inMain: { promises: true, stacks: true },
  })
})
