import type { Event } from '../../src/domain/payment/events.ts'
import { expect, test } from 'vitest'
import { apply } from '../../src/domain/payment/apply.ts'
import type { Entry } from '../../src/domain/actor/entry.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { withoutPersonalData } from '../../src/domain/data/personal-data.ts'
import { cardInstrument, createCommand, Story } from './payment/support.ts'

const person = {
  customer: { email: 'jan@example.com', name: 'Jan Kowalski', phone: '+48600100200' },
  device: { ip: '192.0.2.7', browser: { language: 'pl' } },
  order: { amountMinor: 10_000, currency: 'PLN', extOrderId: 'order', description: 'for Jan' },
} as const

const proof = {
  type: 'authenticated',
  transStatus: 'Y',
  eci: '05',
  cavv: 'cavv-of-jan',
  dsTransId: 'ds',
  version: '2.2.0',
} as const

const stories = {
  'an authenticated transfer of money to a person': () =>
    Story.of({
      ...person,
      options: {
        ...createCommand().options,
        funding: { purposeCode: '01', fundSource: '02', fundSourceRef: 'account of Jan' },
      },
    })
      .answer(proof)
      .answer({ type: 'approved' }),

  'a sale that was refunded': () =>
    Story.completed(person)
      .command({ name: 'refund', amountMinor: 1_000, description: 'Jan again' })
      .answer({ type: 'approved' }),
  'a payment whose details came later': () => {
    const { instrument: _, ...rest } = createCommand(person)
    return new Story()
      .command(rest)
      .command({ name: 'complete', instrument: cardInstrument, customer: { email: 'jan@b.eu' } })
      .answer({ type: 'notEnrolled' })
      .answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
  },
  'a BLIK payment with an alias': () =>
    Story.of({
      ...person,
      method: 'BLIK',
      instrument: { type: 'BLIK_UID', alias: 'jan-alias' },
    }).answer({ type: 'paid', alias: { value: 'jan-alias', status: 'REGISTERED' } }),
}

test.for(Object.entries(stories))('nothing personal is left of %s', ([, tell]) => {
  const { state } = tell()
  expect(JSON.stringify(withoutPersonalData(state))).not.toMatch(/jan|192\.0\.2|600100200/i)
  expect(withoutPersonalData(state)).toMatchObject({
    order: { amountMinor: 10_000, extOrderId: 'order' },
    capturedMinor: state.capturedMinor,
    refundedMinor: state.refundedMinor,
  })
})

test('money transfers, proofs and signed content go with the person', () => {
  const left = withoutPersonalData({
    options: { transKind: 'ACCT_FUNDING', funding: { fundSourceRef: 'jan' } },
    authentication: { eci: '05', cavv: 'jan' },
    challenge: { acsUrl: 'https://acs.example', acsSignedContent: 'jan' },
  })
  expect(left).toEqual({
    options: { transKind: 'ACCT_FUNDING' },
    authentication: { eci: '05' },
    challenge: { acsUrl: 'https://acs.example' },
  })
})

test.for(Object.entries(stories))('the journal without it still proves %s', ([, tell]) => {
  const story = tell()
  const fold = (entries: Entry<Event>[]) =>
    entries.reduce<Payment | undefined>((before, entry) => apply(before, entry).payment, undefined)
  expect(fold(withoutPersonalData(story.entries))).toEqual(withoutPersonalData(story.state))
})
