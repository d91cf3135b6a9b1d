import { expect, test } from 'vitest'
import { duration } from '../../src/review/times.ts'
import { renderPart } from '../../src/kit/page.ts'
import { TimelinePicture } from '../../src/review/incident/timeline-picture.tsx'
import type { TimelineItem } from '../../src/review/timeline.ts'

const timelinePicture = (items: readonly TimelineItem[]) => renderPart(TimelinePicture({ items }))

const item = (at: number, changes: Partial<TimelineItem> = {}): TimelineItem => ({
  at: new Date(at),
  from: 'merchant',
  to: 'gateway',
  text: 'create',
  detail: '',
  tone: 'plain',
  ...changes,
})

test('each thing said is an arrow, each step of the gateway a box, in their order', () => {
  const picture = timelinePicture([
    item(0),
    item(0, { from: 'gateway', text: 'paid PLN 1.00', tone: 'good' }),
    item(900, { from: 'provider', text: 'answer' }),
  ])
  expect(picture.match(/class="arrow/g)).toHaveLength(2)
  expect(picture.match(/class="step good"/g)).toHaveLength(1)
  expect(picture).toContain('+900 ms')
})

test('a long silence is shown as one', () => {
  expect(timelinePicture([item(0), item(7_200_000)])).toContain('2.0 h later')
})

test('nothing that a payment carries becomes markup', () => {
  const picture = timelinePicture([item(0, { text: '<script>', detail: '"><img>' })])
  expect(picture).not.toMatch(/<script|<img/)
})

test('a story without events is an empty picture', () => {
  expect(timelinePicture([])).toContain('<svg')
})

test.for([
  [12, '12 ms'],
  [1_500, '1.5 s'],
  [600_000, '10 min'],
  [86_400_000, '24.0 h'],
  [864_000_000, '10.0 days'],
] as const)('%s ms reads as %s', ([ms, text]) => {
  expect(duration(ms)).toBe(text)
})
