import { expect, test } from 'vitest'
import { createLog } from '../../src/process/log.ts'
import { temporalLogger } from '../../worker/temporal-logger.ts'

function captured() {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  return { lines, logger: temporalLogger(createLog('worker', 'info', { write })) }
}

test('what the core says is a line of ours, with its facts', () => {
  const { lines, logger } = captured()
  logger.warn('a poller lost its connection', { sdkComponent: 'core', taskQueue: 'payments' })
  expect(lines).toMatchObject([
    { level: 'warn', name: 'worker', sdkComponent: 'core', taskQueue: 'payments' },
  ])
})

test('a workflow task that fails is an error', () => {
  const { lines, logger } = captured()
  logger.warn('Failing workflow task', { runId: 'r' })
  expect(lines).toMatchObject([{ level: 'error', msg: 'Failing workflow task', runId: 'r' }])
})

test('a worker without workflows is no news', () => {
  const { lines, logger } = captured()
  logger.warn('No workflows registered, not polling for workflow tasks')
  expect(lines).toEqual([])
})
