import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../../src/domain/payment/call-request.ts'
import type { RouteChoice } from '../../../../src/domain/routing/route.ts'
import { createCommand, preauth, Story } from '../support.ts'

const { merchant } = createCommand()
const routedMerchant = { merchant: { ...merchant, routed: true as const } }

const way = (via: string | undefined, others = 0): Outcome => {
  const choice: RouteChoice = {
    rule: 'all',
    ...(via !== undefined && { via }),
    others,
    accounts: [],
  }
  return { type: 'routed', choice }
}
const nobody: Outcome = { type: 'routed', choice: { others: 0, accounts: [] } }
const approved: Outcome = { type: 'approved', acquirerRef: 'pi_1' }
const declined = (rejectCode: string): Outcome =>
  ({ type: 'declined', rejectCode, detail: 'said so' }) as Outcome

const routing = (changes = {}) =>
  Story.of({ ...routedMerchant, ...changes }).answer({ type: 'notEnrolled' })
const attempts = (story: Story) =>
  story.state.transactions.map(({ via, status, rejectCode }) =>
    [via, status, rejectCode].filter(Boolean).join(' '),
  )

describe('the way of a charge', () => {
  test('is looked for once the payer is authenticated, and written into call and payment', () => {
    const story = routing()
    expect(story.state.phase).toBe('routing')
    expect(story.call).toMatchObject({ kind: 'route', amountMinor: 10_000 })
    story.answer(way('stripe/main', 1))
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'stripe/main', others: 1 })
    expect(story.state).toMatchObject({ phase: 'authorizing', via: 'stripe/main' })
    expect(story.entries.at(-1)?.events).toMatchObject([
      { type: 'routeChosen', choice: { rule: 'all', via: 'stripe/main' } },
      { type: 'authorizationStarted', transaction: { via: 'stripe/main' } },
    ])
    story.answer(approved)
    expect(attempts(story)).toEqual(['stripe/main COMPLETED'])
  })

  test('is not looked for by a merchant without rules', () => {
    const story = Story.of().answer({ type: 'notEnrolled' })
    expect(story.call).toMatchObject({ kind: 'authorize' })
    expect(story.history.map(({ type }) => type)).not.toContain('routingStarted')
  })

  test('without a rule that fits is the acquirer of the merchant, else that of the installation', () => {
    const own = { merchant: { ...routedMerchant.merchant, acquirer: 'sandbox/main' } }
    expect(routing(own).answer(nobody).call).toMatchObject({ via: 'sandbox/main' })
    expect(routing().answer(nobody).call).not.toHaveProperty('via')
  })

  test('that a rule leaves to nobody ends the payment: it goes nowhere that was not meant', () => {
    const story = routing().answer(way(undefined))
    expect(story.status).toBe('ERROR')
    expect(story.state.detail).toContain('the rule all')
  })

  test('may be cancelled before anything is sent', () => {
    const story = routing().command({ name: 'cancel', by: 'merchant' })
    expect(story.status).toBe('CANCELLED')
    expect(story.state.calls).toEqual([])
  })

  test('tells what the choice needs to know', () => {
    const story = routing().answer(way('stripe/main', 1)).answer({ type: 'notSent' })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({
      method: 'CARD',
      currency: 'PLN',
      tried: ['stripe/main'],
    })
  })

  test('is kept after a challenge that the issuer asked for', () => {
    const story = routing().answer(way('stripe/main', 1)).answer({ type: 'softDeclined' })
    story.answer({ type: 'authenticated', transStatus: 'Y', eci: '05' })
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'stripe/main' })
  })

  test('is looked for anew when the CVV was lost and nothing was sent', () => {
    const story = routing().answer(way('stripe/main', 1)).answer({ type: 'secretLost' })
    story.command({
      name: 'complete',
      instrument: { ...story.state.instrument!, secretOwner: 'x' },
    })
    expect(story.call).toMatchObject({ kind: 'route' })
    story.answer(nobody).answer(approved)
    expect(story.state).not.toHaveProperty('via')
    expect(attempts(story)).toEqual(['COMPLETED'])
  })
})

describe('another account is asked', () => {
  const first = (changes = {}) => routing(changes).answer(way('stripe/main', 1))
  const closing = (story: Story) =>
    story.answer({ type: 'unknown', because: 'noAnswer' }).answer({ type: 'notFound' })

  test.for<[string, Outcome, string]>([
    ['nothing could be sent', { type: 'notSent' }, 'ERROR SYSTEM_ERROR'],
    ['the acquirer failed', declined('SYSTEM_ERROR'), 'REJECTED SYSTEM_ERROR'],
    ['it does not know us', declined('MERCHANT_CONFIG'), 'REJECTED MERCHANT_CONFIG'],
    ['it cannot read us', declined('FORMAT_ERROR'), 'REJECTED FORMAT_ERROR'],
    ['it has no issuer', declined('ISSUER_UNAVAILABLE'), 'REJECTED ISSUER_UNAVAILABLE'],
    ['the issuer failed', declined('ISSUER_ERROR'), 'REJECTED ISSUER_ERROR'],
    ['it should be tried again', declined('RETRY'), 'REJECTED RETRY'],
  ])('when %s', ([, outcome, closed]) => {
    const story = first().answer(outcome)
    expect(story.call).toMatchObject({ kind: 'route' })
    story.answer(way('sandbox/main')).answer(approved)
    expect(attempts(story)).toEqual([`stripe/main ${closed}`, 'sandbox/main COMPLETED'])
    expect(story.state).toMatchObject({ phase: 'paid', via: 'sandbox/main', capturedMinor: 10_000 })
    const [one, two] = story.state.transactions
    expect(one!.transId).not.toBe(two!.transId)
    expect(one!.reference).not.toBe(two!.reference)
    expect(story.state.reference).toBe(two!.reference)
  })

  test('after an unknown outcome only once its reversal is acknowledged', () => {
    const story = closing(first())
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    expect(callRequestOf(story.state, story.call!).via).toBe('stripe/main')
    story.answer({ type: 'approved' })
    expect(story.call).toMatchObject({ kind: 'route' })
    story.answer(way('sandbox/main')).answer(approved)
    expect(attempts(story)).toEqual([
      'stripe/main REJECTED UNKNOWN_OUTCOME',
      'sandbox/main COMPLETED',
    ])
  })

  test('never while an outcome is unknown: it is asked about where it went', () => {
    const story = first().answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.call).toMatchObject({ kind: 'inquire' })
    expect(callRequestOf(story.state, story.call!).via).toBe('stripe/main')
    story.answer(approved)
    expect(attempts(story)).toEqual(['stripe/main COMPLETED'])
  })

  test.for([
    'DO_NOT_HONOUR',
    'DECLINED',
    'INSUFFICIENT_FUNDS',
    'CARD_BLOCKED',
    'SUSPECTED_FRAUD',
    'RESTRICTED_CARD',
    'EXPIRED_CARD',
    'NOT_PERMITTED',
    'ISSUER_TIMEOUT',
    'DUPLICATE',
    'INVALID_TRANSACTION',
    'TOKEN_NOT_USABLE',
  ])('never when the issuer or the network has said %s', (code) => {
    const story = first().answer(declined(code))
    expect(story.status).toBe('REJECTED')
    expect(story.state).toMatchObject({ rejectCode: code, calls: [] })
  })

  test('never when an approval was for a part, or the payment has ended meanwhile', () => {
    expect(first().answer({ type: 'partial', approvedAmountMinor: 5 }).state.phase).toBe('undoing')
    const story = first().command({ name: 'cancel', by: 'merchant' }).answer({ type: 'notSent' })
    expect(story.status).toBe('CANCELLED')
    const late = closing(first().until('expiry')).answer({ type: 'approved' })
    expect(late.state).toMatchObject({ phase: 'cancelled', rejectCode: 'EXPIRED' })
  })

  test('a message of the acquirer answers the question, and changes nothing at another time', () => {
    const lost = first().answer({ type: 'unknown', because: 'noAnswer' })
    const { reference } = lost.state
    const news = { name: 'acquirerNews', reference: reference ?? '', outcome: approved } as const
    expect(lost.command(news).state).toMatchObject({ phase: 'paid', via: 'stripe/main' })
    const sent = first()
    sent.command({ ...news, reference: sent.state.reference ?? '' })
    expect(sent.state.phase).toBe('authorizing')
    const undone = closing(first())
    undone.command({ ...news, reference: undone.state.reference ?? '' })
    expect(undone.call).toMatchObject({ kind: 'reverse' })
    const gone = first()
    const before = gone.state.reference ?? ''
    gone.answer({ type: 'notSent' }).answer(way('sandbox/main'))
    gone.command({ ...news, reference: before })
    expect(gone.state).toMatchObject({ phase: 'authorizing', via: 'sandbox/main' })
  })

  test('a late answer of the one before changes nothing', () => {
    const story = first()
    const { id } = story.call!
    story.answer({ type: 'notSent' }).answer(way('sandbox/main'))
    const before = story.state
    story.take({ type: 'result', id: `result/${id}`, callId: id, outcome: approved })
    expect({ ...story.state, version: 0 }).toEqual({ ...before, version: 0 })
    story.answer(approved)
    expect(story.state).toMatchObject({ phase: 'paid', via: 'sandbox/main' })
  })

  test('and when none is left the payment ends as its last attempt did', () => {
    const silent = first().answer(declined('ISSUER_UNAVAILABLE')).answer(way(undefined))
    expect(silent.state).toMatchObject({ phase: 'rejected', rejectCode: 'ISSUER_UNAVAILABLE' })
    const unsent = first().answer({ type: 'notSent' }).answer(way(undefined))
    expect(unsent.status).toBe('ERROR')
    const both = first().answer({ type: 'notSent' }).answer(way('sandbox/main'))
    expect(both.answer(declined('RETRY')).state).toMatchObject({ rejectCode: 'RETRY', calls: [] })
  })

  test('what follows goes where the charge stands', () => {
    const story = first().answer({ type: 'notSent' }).answer(way('sandbox/main')).answer(approved)
    story.command({ name: 'refund', amountMinor: 500 })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({
      via: 'sandbox/main',
      originalAcquirerRef: 'pi_1',
    })
  })
})

describe('the search for a way', () => {
  test('that comes to nothing ends the payment, and says what came', () => {
    const story = routing().answer({ type: 'notSent' })
    expect(story.status).toBe('ERROR')
    expect(story.state).toMatchObject({ rejectCode: 'SYSTEM_ERROR', detail: 'routing: notSent' })
  })

  test('has a name of its own for each round', () => {
    const story = routing()
    const first = story.call?.reference
    expect(first).toMatch(new RegExp(`^${story.state.id}-route-[a-z]+$`))
    story.answer(way('stripe/main', 1)).answer({ type: 'notSent' })
    expect(story.call?.reference).toBe(`${first}-2`)
  })

  test('is made after a demand of the issuer too, where the charge had no account', () => {
    const story = routing().answer(nobody).answer({ type: 'softDeclined' })
    story.answer({ type: 'authenticated', transStatus: 'Y', eci: '05' })
    expect(story.call).toMatchObject({ kind: 'route' })
  })

  test('knows where a hold has failed', () => {
    const story = routing(preauth).answer(way('stripe/main', 1)).answer({ type: 'notSent' })
    expect(callRequestOf(story.state, story.call!).tried).toEqual(['stripe/main'])
  })

  test('marks the charge that finds out whether an account works again', () => {
    const trial: Outcome = {
      type: 'routed',
      choice: { rule: 'all', via: 'stripe/main', others: 0, trial: true, accounts: [] } as never,
    }
    expect(routing().answer(trial).call).toMatchObject({ kind: 'authorize', trial: true })
    expect(routing().answer(way('stripe/main')).call).not.toHaveProperty('trial')
  })
})

describe('a message of the acquirer', () => {
  const lost = { type: 'unknown', because: 'noAnswer' } as const
  const tell = (story: Story, reference: string) =>
    story.command({ name: 'acquirerNews', reference, outcome: approved }).entries.at(-1)?.events

  test('says nothing of another charge, nor of anything but a charge', () => {
    const sale = Story.of().answer({ type: 'notEnrolled' }).answer(lost)
    expect(sale.call).toMatchObject({ kind: 'inquire' })
    expect(tell(sale, 'another')).toEqual([])
    const capture = Story.completed(preauth).command({ name: 'capture' })
    const { reference } = capture.call!
    capture.answer(lost)
    expect(capture.call).toMatchObject({ kind: 'inquire', about: { kind: 'capture', reference } })
    expect(tell(capture, reference)).toEqual([])
  })

  test('says nothing of the agreement that a first payment makes', () => {
    const options = { transKind: 'AUTH', validTime: 1800, recurring: 'INITIAL' } as const
    const first = Story.of({ options }).answer({ type: 'notEnrolled' }).answer(lost)
    expect(tell(first, first.state.reference ?? '')).toEqual([])
    const again = Story.of({ options: { ...options, recurring: 'SUBSEQUENT' } })
    again.answer(lost)
    expect(tell(again, again.state.reference ?? '')).toMatchObject([{ type: 'paid' }])
  })
})
