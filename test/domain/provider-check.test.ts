import { expect, test } from 'vitest'
import { checkProvider } from '../../src/domain/provider-check.ts'
import type { ProviderRow } from '../../src/domain/provider-check.ts'
import { preauth, Story } from './payment/support.ts'

/** A hold of 100.00, of which 30.00 was captured. */
function captured() {
  const story = Story.completed(preauth)
  story.command({ name: 'capture', amountMinor: 3_000 })
  story.answer({ type: 'approved' }).answer({ type: 'approved' })
  const calls = story.entries.flatMap(({ events }) => events.flatMap(({ call }) => call ?? []))
  const row = (kind: 'authorize' | 'capture', more: Partial<ProviderRow> = {}): ProviderRow => {
    const { reference, amountMinor } = calls.find((call) => call.kind === kind)!
    return { reference, operation: kind, amountMinor, currency: 'PLN', processed: true, ...more }
  }
  const check = (...log: ProviderRow[]) => checkProvider(story.state, story.entries, log)
  return { row, check }
}

test('a provider that releases the rest by itself says what is held, and the books agree', () => {
  const { row, check } = captured()
  expect(check(row('authorize'), row('capture', { heldMinor: 3_000 }))).toEqual([])
})

test('a rest that nobody released is a difference', () => {
  const { row, check } = captured()
  expect(check(row('authorize'), row('capture'))).toEqual([
    { expected: 'held 3000', found: 'held 10000' },
  ])
})

test('a capture that failed after all has moved nothing: a payment that still counts it differs', () => {
  const { row, check } = captured()
  const taken = row('capture', { heldMinor: 3_000 })
  expect(check(row('authorize'), taken, { ...taken, operation: 'return' })).toEqual([
    { expected: 'kept 3000', found: 'kept 0' },
    { expected: 'held 3000', found: 'held 10000' },
  ])
})
