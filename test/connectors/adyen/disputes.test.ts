import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { webhook } from '../../../src/connectors/adyen/webhook.ts'
import { statusOfDispute } from '../../../src/domain/dispute/dispute.ts'
import type { DisputeFacts } from '../../../src/domain/dispute/facts.ts'
import { withdrawnMinor } from '../../../src/domain/dispute/facts.ts'
import { story } from '../../domain/dispute/support.ts'
import { hmacOf } from './hmac-of.ts'

const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const DAY = 86_400_000
const BEGIN = Date.parse('2026-03-01T12:00:00Z')

const itemOf = (eventCode: string, day: number, changes: object = {}) => ({
  eventCode,
  success: 'true',
  pspReference: 'DISPUTE1',
  originalReference: 'CHARGE1',
  merchantAccountCode: 'TollgatePL',
  merchantReference: 'pay-auth-1',
  amount: { value: 8_000, currency: 'PLN' },
  eventDate: new Date(BEGIN + day * DAY).toISOString(),
  ...changes,
})

const read = (item: object, more: object = {}, altered: object = {}) => {
  const hmacSignature = hmacOf(item as never, key)
  const shown = { ...item, ...altered, additionalData: { hmacSignature, ...more } }
  const body = { live: 'false', notificationItems: [{ NotificationRequestItem: shown }] }
  const rawBody = Buffer.from(JSON.stringify(body))
  return webhook.read({ rawBody, signature: undefined }, [key], Date.now())
}

const factsOf = (eventCode: string, day: number): DisputeFacts => {
  const news = read(itemOf(eventCode, day))
  if (news.type !== 'dispute') throw new Error(`${eventCode} is ${news.type}`)
  return news.facts
}

describe('a message of Adyen about a dispute', () => {
  test('names the dispute, its charge, its deadline and its money', () => {
    const more = { defensePeriodEndsAt: '2026-03-20T12:00:00+01:00', chargebackReasonCode: '10.4' }
    expect(read(itemOf('CHARGEBACK', 0), more)).toEqual({
      type: 'dispute',
      eventId: 'CHARGEBACK DISPUTE1',
      providerRef: 'DISPUTE1',
      charge: { acquirerRef: 'CHARGE1' },
      facts: {
        word: {
          stage: 'CHARGEBACK',
          status: 'NEEDS_RESPONSE',
          reason: 'OTHER',
          amountMinor: 8_000,
          at: BEGIN,
          networkReason: '10.4',
          dueBy: Date.parse('2026-03-20T11:00:00Z'),
        },
        moves: [
          { moveId: 'DISPUTE1-CHARGEBACK', kind: 'WITHDRAWN', amountMinor: 8_000, at: BEGIN },
        ],
      },
    })
  })

  test.for([
    ['REQUEST_FOR_INFORMATION', 'INQUIRY', 'NEEDS_RESPONSE', []],
    ['INFORMATION_SUPPLIED', 'INQUIRY', 'UNDER_REVIEW', []],
    ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'NEEDS_RESPONSE', []],
    ['CHARGEBACK_REVERSED', 'CHARGEBACK', 'UNDER_REVIEW', ['REINSTATED']],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'CHARGEBACK', 'WON', []],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'CHARGEBACK', 'LOST', []],
    ['SECOND_CHARGEBACK', 'PREARBITRATION', 'LOST', ['WITHDRAWN']],
    ['PREARBITRATION_WON', 'PREARBITRATION', 'WON', []],
    ['PREARBITRATION_LOST', 'PREARBITRATION', 'LOST', []],
  ] as const)('%s is %s, %s', ([eventCode, stage, status, kinds]) => {
    const { word, moves } = factsOf(eventCode, 0)
    expect(word).toMatchObject({ stage, status })
    expect(moves.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('whose event, amount or charge was altered is not believed', () => {
    const item = itemOf('NOTIFICATION_OF_CHARGEBACK', 0)
    const forged = { type: 'forged' }
    expect(read(item, {}, { eventCode: 'CHARGEBACK' })).toEqual(forged)
    expect(read(item, {}, { amount: { value: 1, currency: 'PLN' } })).toEqual(forged)
    expect(read(item, {}, { originalReference: 'CHARGE2' })).toEqual(forged)
    // What is not signed moves no money and ends nothing.
    expect(read(item, { disputeStatus: 'Lost' })).toMatchObject({
      facts: { word: { status: 'NEEDS_RESPONSE' }, moves: [] },
    })
  })

  test('of no charge is nothing', () => {
    const item = itemOf('CHARGEBACK', 0, { originalReference: undefined })
    expect(read(item)).toEqual({ type: 'nothing' })
  })
})

test('in whatever order they come, and however often, they end in the same ledger', () => {
  const told = [
    factsOf('REQUEST_FOR_INFORMATION', 0),
    factsOf('NOTIFICATION_OF_CHARGEBACK', 1),
    factsOf('CHARGEBACK', 2),
    factsOf('CHARGEBACK_REVERSED', 3),
    factsOf('SECOND_CHARGEBACK', 4),
  ]
  const endOf = ([first, ...rest]: readonly DisputeFacts[]) => {
    const one = story(first)
    for (const facts of rest) one.report(facts)
    const { dispute, books } = one
    return { books, status: statusOfDispute(dispute), withdrawn: withdrawnMinor(dispute.moves) }
  }
  const expected = endOf(told)
  expect(expected).toMatchObject({ status: 'LOST', withdrawn: 8_000 })
  const orders = fc
    .array(fc.constantFrom(...told), { maxLength: 5 })
    .chain((more) =>
      fc.shuffledSubarray([...told, ...more], { minLength: told.length + more.length }),
    )
  fc.assert(
    fc.property(orders, (given) => {
      expect(endOf(given)).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

test('NOTIFICATION_OF_FRAUD warns of a charge, by a name of its own', () => {
  expect(read(itemOf('NOTIFICATION_OF_FRAUD', 0))).toEqual({
    type: 'fraudWarning',
    warningId: 'DISPUTE1',
    at: BEGIN,
    charge: { acquirerRef: 'CHARGE1' },
  })
  const ofNone = itemOf('NOTIFICATION_OF_FRAUD', 0, { originalReference: undefined })
  expect(read(ofNone)).toEqual({ type: 'nothing' })
})
