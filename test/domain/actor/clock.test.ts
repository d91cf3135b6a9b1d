import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/domain/actor/clock.ts'
import { advance, advanceEnd, decideDue } from '../../../src/domain/actor/clock.ts'
import { accept } from '../../../src/domain/actor/decision.ts'
import { hold, isAllowedWhileHeld, resume } from '../../../src/domain/actor/hold.ts'
import type { CommandMessage } from '../../../src/domain/actor/message.ts'
import { isExpired } from '../../../src/domain/actor/message.ts'

const context = { commandId: 'move', now: 1_000, requestId: 'r', wall: undefined }
const due = (at: number) => ({ type: 'due', id: 'due/x', name: 'x', at }) as const
const rules = {
  evolve: (clock: Clock, { offsetMs }: { offsetMs: number }): Clock => ({
    ...clock,
    clockOffsetMs: offsetMs,
  }),
  decide: (clock: Clock, now: number) => accept([{ type: 'reached', at: now, ...clock }]),
}

describe('the sandbox clock', () => {
  test('is moved on from now', () => {
    expect(advance({ clockOffsetMs: 7, merchant: {} }, { seconds: 3 }, context).events).toEqual([
      { type: 'clockMoved', offsetMs: 7, advance: { commandId: 'move', target: 4_000 } },
    ])
  })

  test('is moved on from its target while it is still on the way', () => {
    const moving = { clockOffsetMs: 7, advance: { commandId: 'first', target: 9_000 } }
    expect(advance({ ...moving, merchant: {} }, { seconds: 3 }, context).events).toEqual([
      { type: 'clockMoved', offsetMs: 7, advance: { commandId: 'move', target: 12_000 } },
    ])
  })

  test('is never moved where real money is', () => {
    const live = { clockOffsetMs: 0, merchant: { live: true } as const }
    expect(advance(live, { seconds: 3 }, context)).toEqual({
      events: [],
      outcome: { accepted: false, code: 'not_found' },
    })
  })

  test('jumps to a deadline ahead, and the deadline is decided there', () => {
    const moving = { clockOffsetMs: 7, advance: { commandId: 'first', target: 9_000 } }
    expect(decideDue(moving, due(1_500), 1_000, rules).events).toEqual([
      { type: 'clockMoved', offsetMs: 507, advance: moving.advance },
      { type: 'reached', at: 1_500, ...moving, clockOffsetMs: 507 },
    ])
  })

  test('stays for a deadline that has come by itself', () => {
    expect(decideDue({ clockOffsetMs: 7 }, due(1_000), 1_000, rules).events).toEqual([
      { type: 'reached', at: 1_000, clockOffsetMs: 7 },
    ])
  })

  test('goes on by itself from where it was moved to', () => {
    expect(advanceEnd({ clockOffsetMs: 7 }).events).toEqual([{ type: 'clockMoved', offsetMs: 7 }])
  })
})

describe('an actor that is held', () => {
  test('is held with a reason, and resumed once', () => {
    expect(hold(undefined, { reason: 'why' }).events).toEqual([{ type: 'held', reason: 'why' }])
    expect(resume({ held: 'why' }).events).toEqual([{ type: 'resumed' }])
    expect(resume({}).events).toEqual([])
  })

  test('hears nothing but resume and the clock', () => {
    expect(['resume', 'advance', 'cancel', 'hold'].filter(isAllowedWhileHeld)).toEqual([
      'resume',
      'advance',
    ])
  })
})

test('a command expires by the wall clock, however far the sandbox clock was moved', () => {
  const message = { notAfter: 1_000 } as CommandMessage
  expect(isExpired(message, 1_000)).toBe(false)
  expect(isExpired(message, 1_001)).toBe(true)
  expect(isExpired(message, 6_000, { clockOffsetMs: 5_000 })).toBe(false)
  expect(isExpired({} as CommandMessage, 9_000)).toBe(false)
})
