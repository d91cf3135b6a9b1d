import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { descendantsOf, standStill } from './standstill.ts'

test('whoever descends from a process is found, but nobody whom a test has stopped', () => {
  const all = [
    { pid: 2, parent: 1, isStopped: false },
    { pid: 3, parent: 2, isStopped: true },
    { pid: 4, parent: 3, isStopped: false },
    { pid: 5, parent: 1, isStopped: false },
  ]
  expect(descendantsOf(2, all)).toEqual([4])
  expect(descendantsOf(5, all)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'what stands still goes on when it is told so',
  async () => {
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [pid] = (await once(shell.stdout, 'data')) as [Buffer]
    const sleeper = Number(String(pid))
    onTestFinished(() => void [sleeper, shell.pid!].map((one) => process.kill(one, 'SIGKILL')))
    const state = () => /\) (\w)/.exec(readFileSync(`/proc/${String(sleeper)}/stat`, 'utf8'))?.[1]
    const goOn = standStill(shell.pid!)
    await expect.poll(state).toBe('T')
    goOn()
    await expect.poll(state).toBe('S')
  },
)
