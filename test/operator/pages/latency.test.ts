import { Histogram } from 'prom-client'
import { expect, test } from 'vitest'
import { latencies } from '../../../src/operator/pages/latency.ts'

test('of each provider half and 95 of 100 answers are told within the limits of the histogram', async () => {
  const histogram = new Histogram({
    name: 'took',
    help: 'test',
    labelNames: ['provider', 'operation'],
    registers: [],
    buckets: [0.1, 1, 10],
  })
  for (let count = 0; count < 90; count += 1)
    histogram.observe({ provider: 'acquirer', operation: 'authorize' }, 0.05)
  for (let count = 0; count < 10; count += 1)
    histogram.observe({ provider: 'acquirer', operation: 'refund' }, 0.5)
  histogram.observe({ provider: 'blik', operation: 'pay' }, 60)
  const [acquirer, blik] = latencies((await histogram.get()).values)
  expect(acquirer).toMatchObject({ provider: 'acquirer', calls: 100 })
  expect(acquirer?.half).toBeCloseTo(0.0556, 3)
  expect(acquirer?.most).toBeCloseTo(0.55, 2)
  expect(blik).toEqual({ provider: 'blik', calls: 1, half: 10, most: 10 })
  expect(latencies([])).toEqual([])
})
