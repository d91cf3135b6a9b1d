import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '../../src/process/log.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { freePort } from '../../worker/free-port.ts'
import { temporalLogger } from '../../worker/temporal-logger.ts'
import { versioning } from '../../worker/versioning.ts'

test('a worker with a build id waits for its version to be made current, one without takes all', () => {
  expect(versioning({ deployment: 'tollgate', buildId: undefined })).toEqual({})
  expect(versioning({ deployment: 'tollgate', buildId: 'two' })).toMatchObject({
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: 'tollgate', buildId: 'two' },
    },
  })
})

test('a given file of workflow code is run instead of our own', async () => {
  expect(await workflowBundle('/elsewhere.js')).toEqual({ codePath: '/elsewhere.js' })
})

test("Temporal's messages go where ours go, and what it says of workers without workflows is no warning", () => {
  const lines: { level: string; msg: string; taskQueue?: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const logger = temporalLogger(createLog('worker', 'debug', { write }))
  logger.warn('a task failed', { taskQueue: 'payments' })
  logger.warn('No workflows registered, not polling for workflow tasks')
  logger.info('worker started')
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', 'a task failed'],
    ['debug', 'No workflows registered, not polling for workflow tasks'],
    ['debug', 'worker started'],
  ])
  expect(lines[0]?.taskQueue).toBe('payments')
})

test('a free port can be listened on', async () => {
  const port = await freePort()
  await new Promise<void>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()))
  })
})
