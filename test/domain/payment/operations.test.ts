import { describe, expect, test } from 'vitest'
import { eventRules } from '../../../src/domain/payment/operations/index.ts'
import type { EventRule, EventRules } from '../../../src/domain/payment/operations/operation.ts'
import { plain } from '../../../src/domain/payment/operations/operation.ts'

const words = plain('money moved')
const whole: EventRule = {
  moves: 'none',
  changes: 'none',
  posts: 'none',
  notifies: 'none',
  words,
}

/** The compiler reads these lines; one that is no mistake any more fails `npm run check`. */
describe('what does not compile', () => {
  test('an event without a decision what it posts', () => {
    const { posts: _, ...rest } = whole
    // @ts-expect-error: posts is missing
    const forgotten: EventRule = rest
    expect(forgotten).not.toHaveProperty('posts')
  })

  test('an event without a decision whether its merchant is notified', () => {
    const { notifies: _, ...rest } = whole
    // @ts-expect-error: notifies is missing
    const forgotten: EventRule = rest
    expect(forgotten).not.toHaveProperty('notifies')
  })

  test('an event without its phases, its changes or its words', () => {
    // @ts-expect-error: moves is missing
    const unmoved: EventRule = { changes: 'none', posts: 'none', notifies: 'none', words }
    // @ts-expect-error: changes is missing
    const unchanged: EventRule = { moves: 'none', posts: 'none', notifies: 'none', words }
    // @ts-expect-error: words is missing
    const untold: EventRule = { moves: 'none', changes: 'none', posts: 'none', notifies: 'none' }
    expect([unmoved, unchanged, untold]).toHaveLength(3)
  })

  test('an event of the journal that no operation knows', () => {
    const { captured: _, ...others } = eventRules
    // @ts-expect-error: captured is missing
    const forgotten: EventRules = others
    expect(Object.keys(forgotten)).toHaveLength(Object.keys(eventRules).length - 1)
  })

  test('a phase that is none', () => {
    // @ts-expect-error: there is no such phase
    const misspelt: EventRule['moves'] = { from: ['authorised'], to: 'paid' }
    expect(misspelt).toBeDefined()
  })
})
