import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const sourceOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** What a process says that does this and then, if it lives, says `alive`. */
const tell = (act: string): Promise<{ code: unknown; said: string }> => {
  const program = `
    import { EventEmitter } from 'node:events'
    import { createLog } from ${sourceOf('../../src/process/log.ts')}
    import { outliveConnections } from ${sourceOf('../../src/process/outlive-connections.ts')}
    outliveConnections(createLog('test', 'info'))
    const fail = (code) => Object.assign(new Error('it broke'), { code })
    const emitter = new EventEmitter()
    setTimeout(() => console.log('alive'), 50)
    ${act}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd }, (error, said) =>
      resolve({ code: error?.code ?? 0, said }),
    ),
  )
}

test('connections that break without a listener end no process, and each is told', async () => {
  const { code, said } = await tell(`
    const lose = [
      () => emitter.emit('error', fail('57P01')), // Postgres ends a session
      () => emitter.emit('error', fail('ECONNRESET')),
      () => emitter.emit('error', fail('EMFILE')), // no file is left to take one with
      () => void Promise.reject(fail(14)), // Temporal is away, and nobody held the promise
    ]
    for (const act of lose) setImmediate(act)`)
  expect(code).toBe(0)
  expect(said.match(/a connection broke and nobody listened/g)).toHaveLength(4)
  expect(said).toContain('alive')
})

test('a log that cannot be written, on a full disk, ends no process', async () => {
  const log = sourceOf('../../src/process/log.ts')
  const program = `
    import { createLog } from ${log}
    const log = createLog('test', 'info')
    for (const turn of [1, 2, 3]) setImmediate(() => log.info({ turn }, 'lost'))
    setTimeout(() => process.stderr.write('alive'), 50)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect({ code, said }).toEqual({ code: 0, said: 'alive' })
})

test('a mistake of ours ends the process, and the log says which', async () => {
  const { code, said } = await tell(`emitter.emit('error', new TypeError('x is not a function'))`)
  expect(code).toBe(1)
  expect(said).toContain('the process cannot go on')
  expect(said).toContain('x is not a function')
  expect(said).not.toContain('alive')
})
