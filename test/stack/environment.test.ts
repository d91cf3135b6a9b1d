import { expect, test } from 'vitest'
import { apiEnvironment, workerEnvironment } from '../../src/stack/environment.ts'
import type { Wiring } from '../../src/stack/environment.ts'

const wiring = {
  secrets: {},
  database: {},
  ports: [8080, 40_001],
  temporalEnv: {},
  extra: {},
} as unknown as Wiring

test('whoever has a worker heals at the start what Temporal does not know, workers alone too', () => {
  expect(workerEnvironment(wiring)).toMatchObject({ REPAIR_AT_START: 'yes' })
  const ports = { port: 1, operatorPort: 2 }
  expect(apiEnvironment(wiring, ports)).toMatchObject({ REPAIR_AT_START: 'yes' })
})

test('what the launcher says wins', () => {
  const told = { ...wiring, extra: { REPAIR_AT_START: 'no' } }
  expect(workerEnvironment(told)).toMatchObject({ REPAIR_AT_START: 'no' })
})
