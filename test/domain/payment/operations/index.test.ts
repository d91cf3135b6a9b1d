import { describe, expect, test } from 'vitest'
import type { CallWay } from '../../../../src/domain/actor/call-way.ts'
import { accept } from '../../../../src/domain/actor/decision.ts'
import {
  callRules,
  commandRules,
  eventRules,
  operations,
} from '../../../../src/domain/payment/operations/index.ts'
import type {
  CallRule,
  CallRules,
  CommandRules,
  DeadlineRule,
  EventRule,
  EventRules,
} from '../../../../src/domain/payment/operations/operation.ts'
import { plain } from '../../../../src/domain/payment/operations/operation.ts'

const words = plain('money moved')
const whole: EventRule = { moves: 'none', changes: 'none', posts: 'none', notifies: 'none', words }

const way: CallWay = { repeats: 'bounded', made: 'outside', atProvider: 'none', words: 'ask' }

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

  test('a call without its options, or one that says nothing of where it is made', () => {
    const { repeats: _1, ...optionless } = callRules.capture
    // @ts-expect-error: repeats is missing
    const unrepeated: CallRule = optionless
    const { made: _2, ...placeless } = callRules.capture
    // @ts-expect-error: made is missing
    const unmade: CallRule = placeless
    const { capture: _3, ...others } = callRules
    // @ts-expect-error: capture is missing
    const forgotten: CallRules = others
    expect([unrepeated, unmade, forgotten]).toHaveLength(3)
  })

  test('a call that says neither what it asks for nor what its outcome leads to', () => {
    // @ts-expect-error: asks is missing
    const unasked: CallRule = { ...way, aboutCharge: true, answer: () => accept([]) }
    // @ts-expect-error: answer or verdict is missing
    const unanswered: CallRule = { ...way, aboutCharge: true, asks: 'nothing' }
    expect([unasked, unanswered]).toHaveLength(2)
  })

  test('a command without a rule, a deadline without a moment', () => {
    const { capture: _, ...others } = commandRules
    // @ts-expect-error: capture is missing
    const forgotten: CommandRules = others
    // @ts-expect-error: at is missing
    const timeless: DeadlineRule = { decide: () => accept([]) }
    expect([forgotten, timeless]).toHaveLength(2)
  })

  test('a phase that is none', () => {
    // @ts-expect-error: there is no such phase
    const misspelt: EventRule['moves'] = { from: ['authorised'], to: 'paid' }
    expect(misspelt).toBeDefined()
  })
})

test('nothing belongs to two operations', () => {
  for (const part of ['commands', 'deadlines', 'calls', 'events'] as const) {
    const names = operations.flatMap((operation) => Object.keys(operation[part]))
    expect(names.length, part).toBe(new Set(names).size)
  }
})
