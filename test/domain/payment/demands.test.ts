import { describe, expect, test } from 'vitest'
import { apply } from '../../../src/domain/payment/apply.ts'
import { mustPrecedeBatch, orderDemand } from '../../../src/domain/payment/demands.ts'
import type { Event } from '../../../src/domain/payment/events.ts'
import { cardInstrument, createCommand, preauth, Story } from './support.ts'

/** What each commit of a story demands of its order, in turn. */
const demands = ({ entries }: Story) =>
  entries.map(({ events }, index) => {
    const before = index === 0 ? undefined : stateAt(entries, index)
    return orderDemand(before, events)
  })

const stateAt = (entries: Story['entries'], count: number) =>
  entries
    .slice(0, count)
    .reduce<Story['payment']>((payment, entry) => apply(payment, entry).payment, undefined)

describe('an order', () => {
  test('must be unpaid when processing starts, and is claimed when the money is in', () => {
    expect(demands(Story.completed())).toEqual(['unpaid', undefined, 'claim'])
    expect(demands(Story.completed(preauth))).toEqual(['unpaid', undefined, 'claim'])
  })

  test('is free again when the money is back', () => {
    const cancelled = Story.completed()
      .command({ name: 'cancel', by: 'merchant' })
      .answer({ type: 'approved' })
    expect(demands(cancelled)).toEqual(['unpaid', undefined, 'claim', undefined, 'release'])
  })

  test('is not freed by the end of a payment that never had it', () => {
    expect(demands(Story.of().command({ name: 'cancel', by: 'merchant' }))).toEqual([
      'unpaid',
      undefined,
    ])
  })

  test('stays claimed when the acquirer refuses to give the money back', () => {
    const kept = Story.completed()
      .command({ name: 'cancel', by: 'merchant' })
      .answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(demands(kept).at(-1)).toBeUndefined()
  })

  test.for([
    ['a wallet', { type: 'GPAY', vaultRef: 'v' }],
    ['a card', { type: 'CARD', vaultRef: 'v', secretOwner: 'api' }],
    ['a network token', { type: 'VTS', vaultRef: 'v' }],
    ['BLIK', { type: 'BLIK_CODE', secretOwner: 'api' }],
    ['a bank', { type: 'PBL', bank: 'SIMBANK' }],
  ] as const)('must be unpaid for %s', ([, instrument]) => {
    expect(demands(Story.of({ instrument }))).toEqual(['unpaid'])
  })

  test('must be unpaid when the last detail comes, and when the browser is looked at first', () => {
    const { instrument: _, ...command } = createCommand()
    const story = new Story().command(command)
    story.command({ name: 'complete', instrument: cardInstrument })
    expect(demands(story)).toEqual([undefined, 'unpaid'])
    const threeDsMethod = { serverTransId: 's', url: 'https://acs' }
    const watched = Story.of({ instrument: { ...cardInstrument, threeDsMethod } })
    expect([watched.state.phase, ...demands(watched)]).toEqual(['profiling', 'unpaid'])
  })

  test('is claimed also by a sale whose card is stored on the way', () => {
    const options = { transKind: 'AUTH', validTime: 60, tokenize: true } as const
    const story = Story.completed({ tokenizerId: 'tok', options })
    expect(story.entries.at(-1)?.events.map(({ type }) => type)).toEqual(['paid', 'called'])
    expect(demands(story).at(-1)).toBe('claim')
  })

  test('need not be unpaid while details are still gathered, nor when they come once more', () => {
    const { instrument: _, ...command } = createCommand()
    const waiting = new Story()
      .command(command)
      .command({ name: 'complete', customer: { email: 'e' } })
    expect(demands(waiting)).toEqual([undefined, undefined])
    const again = Story.of().answer({ type: 'notEnrolled' }).answer({ type: 'secretLost' })
    again.command({
      name: 'complete',
      instrument: { type: 'CARD', vaultRef: 'v', secretOwner: 'a' },
    })
    expect(demands(again)).toEqual(['unpaid', undefined, undefined, undefined])
  })
})

describe('the close of a settlement batch', () => {
  const eventsOf = (story: Story): Event[] => story.entries.at(-1)?.events ?? []

  test('must come after a cancel of money at the acquirer', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' })
    expect(mustPrecedeBatch(eventsOf(story))).toBe(true)
  })

  test('does not matter to an expiry, a refund, or BLIK', () => {
    expect(mustPrecedeBatch(eventsOf(Story.completed(preauth).until('holdEnd')))).toBe(false)
    expect(mustPrecedeBatch(eventsOf(Story.completed().command({ name: 'refund' })))).toBe(false)
    const blik = Story.of({ method: 'BLIK', instrument: { type: 'BLIK_CODE', secretOwner: 'a' } })
    blik.answer({ type: 'paid' }).command({ name: 'cancel', by: 'merchant' })
    expect(blik.call).toMatchObject({ kind: 'refund', reason: 'CANCEL' })
    expect(mustPrecedeBatch(eventsOf(blik))).toBe(false)
    expect(mustPrecedeBatch([])).toBe(false)
  })
})

test('an order must be unpaid where the first step is to look for a way', () => {
  const { merchant } = createCommand()
  const story = Story.of({ merchant: { ...merchant, routed: true }, options: subsequent })
  expect([story.state.phase, ...demands(story)]).toEqual(['routing', 'unpaid'])
})

/** Without the payer there is nobody to authenticate. */
const subsequent = { transKind: 'AUTH', validTime: 1800, recurring: 'SUBSEQUENT' } as const
