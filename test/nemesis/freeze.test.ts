import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freeze } from './freeze.ts'

const stateOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .slice(0, 1)

test.runIf(process.platform === 'linux')(
  'a child that leads a group of its own stops with its parent, and both go on',
  async () => {
    const code = `
      const child = require('node:child_process').spawn('sleep', ['60'], { detached: true })
      console.log(child.pid)
      process.stdin.resume()
      process.stdin.on('end', () => { child.kill(); process.exit() })`
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pids = [parent.pid ?? NaN, Number(line.toString())]
    const thaw = freeze(parent.pid ?? NaN)
    await expect.poll(() => pids.map(stateOf)).toEqual(['T', 'T'])
    thaw()
    await expect.poll(() => pids.map(stateOf)).not.toContain('T')
    parent.stdin.end()
    await once(parent, 'exit')
  },
)
