import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connectionBounds, openFiles } from '../../src/http/connection-bounds.ts'

const SERVER = fileURLToPath(new URL('./storm/few-files.ts', import.meta.url))
const FILES = 200
const CLIENTS = 3 * FILES

async function startServer() {
  const start = `ulimit -n ${String(FILES)}; exec "$0" --import tsx "$1"`
  const child = spawn('/bin/sh', ['-c', start, process.execPath, SERVER])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(line.toString()) }
}

/** Asks on a connection that stays open, and tells the status, or 0 when it was hung up on. */
function ask(port: number, sockets: Socket[]): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.on('data', (chunk) => resolve(Number(chunk.toString().split(' ')[1])))
    socket.on('close', () => resolve(0))
    socket.on('error', () => resolve(0))
  })
}

test('more connections than open files: 503 and no 500, and the process serves whoever comes later', async () => {
  const { child, port } = await startServer()
  const sockets: Socket[] = []
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => ask(port, sockets)))
  const counted = (status: number) => answers.filter((one) => one === status).length
  // Whether anybody has to be hung up on depends on how soon the refused go.
  expect(answers.filter((status) => ![200, 503, 0].includes(status))).toEqual([])
  expect(counted(200)).toBe(connectionBounds(FILES).served)
  expect(counted(503)).toBeGreaterThan(0)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => ask(port, sockets)).toBe(200)
  expect(child.exitCode).toBeNull()
  for (const socket of sockets) socket.destroy()
})

test('the bounds follow from what the system allows, and leave a quarter to the process', () => {
  expect(
    openFiles('Max open files            4096                 524288               files'),
  ).toBe(4096)
  expect(openFiles('nothing known')).toBe(1_024)
  expect(connectionBounds(1_024)).toEqual({ served: 512, most: 768 })
})
