import { expect, test } from 'vitest'
import { draftNotifications } from '../../../../src/domain/payment/notifications.ts'
import { paymentInfo } from '../../../../src/domain/payment/view.ts'
import { Story, preauth } from '../support.ts'

const warning = { warningId: 'issfr_1', at: 1_700_000_500_000 }
const warn = (refundsUpToMinor?: number) =>
  ({ name: 'warn', warning, ...(refundsUpToMinor !== undefined && { refundsUpToMinor }) }) as const

test('a warning is told to the merchant once, however often the provider says it', () => {
  const story = Story.completed()
  const before = story.state
  story.command(warn())
  expect(draftNotifications(before, story.last.events, story.state)).toEqual([
    {
      kind: 'payment',
      body: {
        paymentId: before.id,
        extOrderId: 'order',
        amount: 100,
        currency: 'PLN',
        method: 'CARD',
        channel: 'WEBAPI',
        status: 'COMPLETED',
        warning: 'FRAUD',
      },
    },
  ])
  const { version: _, updatedAt: __, ...warned } = story.state
  story.command(warn()).command(warn(99_999_999))
  expect(story.last).toEqual({ events: [], outcome: { accepted: true } })
  expect(story.state).toMatchObject(warned)
})

test('what the merchant wants to be given back goes back with the warning, in one commit and once', () => {
  const story = Story.completed().command(warn(10_000))
  expect(story.last.events.map(({ type }) => type)).toEqual(['fraudWarned', 'refundAccepted'])
  expect(story.state).toMatchObject({
    reservedMinor: 10_000,
    refunds: [{ amountMinor: 10_000, description: 'Fraud warning issfr_1' }],
  })
  story.answer({ type: 'approved' })
  story.command(warn(10_000))
  story.command({
    name: 'warn',
    warning: { ...warning, warningId: 'issfr_2' },
    refundsUpToMinor: 1,
  })
  expect(story.state).toMatchObject({ refundedMinor: 10_000, refunds: [{ status: 'COMPLETED' }] })
  expect(story.state.refunds).toHaveLength(1)
  expect(story.state.fraudWarnings).toHaveLength(2)
})

test.for([
  ['more than that', () => Story.completed().command(warn(9_999))],
  ['what was never taken', () => Story.of(preauth).command(warn(10_000))],
  ['a hold', () => Story.completed(preauth).command(warn(10_000))],
  [
    'what is going back already',
    () => Story.completed().command({ name: 'refund' }).command(warn(10_000)),
  ],
] as const)('%s is told of and not given back', ([, told]) => {
  const story = told()
  expect(story.last.events.map(({ type }) => type)).toEqual(['fraudWarned'])
})

test.for(['disputed', 'balanceShort'] as const)(
  'what cannot go back because it is %s is told of all the same',
  (wall) => {
    const story = Story.completed().command(warn(10_000), { wall })
    expect(story.last.outcome).toEqual({ accepted: true })
    expect(story.last.events.map(({ type }) => type)).toEqual(['fraudWarned'])
  },
)

test('what is left of a payment counts, not what it once was', () => {
  const story = Story.completed().command({ name: 'refund', amountMinor: 9_000 })
  story.answer({ type: 'approved' }).command(warn(1_000))
  expect(story.state.refunds.map(({ amountMinor }) => amountMinor)).toEqual([9_000, 1_000])
})

test('its merchant reads of it, and whoever pays does not', () => {
  const { state } = Story.completed().command(warn())
  expect(paymentInfo(state, 'merchant').fraudWarnings).toEqual([{ at: '2023-11-14T22:21:40.000Z' }])
  expect(paymentInfo(state, 'payer')).not.toHaveProperty('fraudWarnings')
})
