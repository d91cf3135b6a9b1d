import { expect, test } from 'vitest'
import { createMetrics } from '../../src/process/metrics.ts'

test('every metric is ours by name, and carries the process', async () => {
  const metrics = createMetrics('api')
  metrics.commands.inc({ command: 'capture', outcome: 'accepted' })
  metrics.httpDurationSeconds.observe({ method: 'POST', route: '/payment', status: '201' }, 0.02)
  const text = await metrics.registry.metrics()
  expect(text).toContain(
    'tollgate_commands_total{command="capture",outcome="accepted",process="api"} 1',
  )
  const names = (await metrics.registry.getMetricsAsJSON()).map((metric) => metric.name)
  expect(names.filter((name) => !name.startsWith('tollgate_'))).toEqual([])
})

test('no label can hold an id', async () => {
  const metrics = createMetrics('worker')
  const labels = Object.values(metrics).flatMap((metric) =>
    'labelNames' in metric ? (metric.labelNames as string[]) : [],
  )
  expect(labels.filter((label) => /id$/i.test(label))).toEqual([])
})

test('two sets in one process do not collide', () => {
  expect(() => [createMetrics('api'), createMetrics('worker')]).not.toThrow()
})
