import { expect, onTestFinished, test } from 'vitest'
import type { ProcessSpec } from '../../../src/stack/processes/managed-process.ts'
import { lineReady } from '../../../src/stack/processes/ready.ts'
import { sharePort } from '../../../src/stack/processes/shared-port.ts'
import { Supervisor } from '../../../src/stack/processes/supervisor.ts'
import { silentTerminal } from '../../../src/stack/terminal.ts'
import { choosePort } from '../../support/choose-port.ts'
import { temporaryHome } from '../temporary-home.ts'

test('when one is killed the other answers, and nobody is turned away when both are', async () => {
  const port = await choosePort()
  const shared = sharePort(port)
  const options = { home: temporaryHome(), terminal: silentTerminal, verbose: false }
  const supervisor = new Supervisor({ ...options, autoRestart: false })
  supervisor.onStop(() => shared.close())
  onTestFinished(() => supervisor.stop())
  await supervisor.start(server('first', shared.fd), server('second', shared.fd))
  const [first, second] = [supervisor.process('first'), supervisor.process('second')]
  const servedBy = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
    return answer.text()
  }
  await first.kill('SIGKILL')
  expect(await servedBy()).toBe('second')
  await second.kill('SIGKILL')
  const waiting = servedBy()
  await first.start()
  expect(await waiting).toBe('first')
})

const server = (name: string, socket: number): ProcessSpec => ({
  name,
  socket,
  command: process.execPath,
  env: {},
  cwd: process.cwd(),
  args: [
    '-e',
    `require('http').createServer((_, answer) => answer.end('${name}'))
       .listen({ fd: 3 }, () => console.log('listens'))`,
  ],
  ready: lineReady('listens'),
})
