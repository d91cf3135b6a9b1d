import { expect, test } from 'vitest'
import { periodOf } from '../../../src/operator/pages/period.ts'

const now = Date.parse('2026-03-10T15:30:00Z')
const tell = (query: Record<string, unknown>) => {
  const { range, since, until, stepMs } = periodOf(query, now)
  return [range, since.toISOString(), until.toISOString(), stepMs / 3_600_000]
}

test('a period is one of the choices, and the last 24 hours when nothing else is meant', () => {
  const usual = ['24h', '2026-03-09T15:30:00.000Z', '2026-03-10T15:30:00.000Z', 1]
  expect(tell({})).toEqual(usual)
  expect(tell({ range: 'year', from: 'yesterday' })).toEqual(usual)
  expect(tell({ range: '90d' })).toEqual([
    ...['90d', '2025-12-10T15:30:00.000Z', '2026-03-10T15:30:00.000Z', 24],
  ])
})

test('days of one’s own are whole, end now at the latest, and are a hundred at most', () => {
  expect(tell({ from: '2026-03-01', to: '2026-03-05' })).toEqual([
    ...['own', '2026-03-01T00:00:00.000Z', '2026-03-06T00:00:00.000Z', 24],
  ])
  expect(tell({ from: '2026-03-10' })).toEqual([
    ...['own', '2026-03-10T00:00:00.000Z', '2026-03-10T15:30:00.000Z', 1],
  ])
  expect(tell({ from: '2020-01-01' })[1]).toBe('2025-11-30T15:30:00.000Z')
  expect(tell({ from: '2026-03-06', to: '2026-03-05' })[0]).toBe('24h')
})
