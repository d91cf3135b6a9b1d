import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../../src/domain/payment/call-request.ts'
import { acsData } from '../../../../src/domain/payment/view.ts'
import { inMotion } from '../../../../src/domain/payment/in-motion.ts'
import type { AuthenticationWay } from '../../../../src/domain/routing/route.ts'
import { createCommand, preauth, Story } from '../support.ts'

const { merchant } = createCommand()
const own = { ...merchant, acquirer: 'stripe/main', waysFirst: true as const }
const page = 'https://acquirer.example/asks'
const departure: Outcome = { type: 'redirected', url: page, acquirerRef: 'pi_1' }
const approved: Outcome = { type: 'approved', acquirerRef: 'pi_1' }
const declined: Outcome = { type: 'declined', rejectCode: 'AUTHENTICATION_FAILED', detail: 'no' }
const cancel = { name: 'cancel', by: 'merchant' } as const

const chosen = (authentication?: AuthenticationWay, choice = {}): Outcome => ({
  type: 'routed',
  choice: { others: 0, accounts: [], ...(authentication && { authentication }), ...choice },
})

const charging = (changes = {}) =>
  Story.of({ merchant: own, ...changes }).answer(chosen({ by: 'acquirer' }))
const away = (changes = {}) => charging(changes).answer(departure)
const reference = (story: Story) => story.state.redirect?.charge.reference ?? ''

describe('an acquirer that asks the cardholder itself', () => {
  test('is chosen before anybody is authenticated, and told who pays from where', () => {
    const story = Story.of({ merchant: own })
    expect(story.state.phase).toBe('routing')
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ via: 'stripe/main' })
    expect(inMotion(story.state)).toBe(true)
    story.answer(chosen({ by: 'acquirer' }))
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'stripe/main' })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({
      asksCardholder: 'asNeeded',
      browser: { language: 'pl' },
      email: 'payer@example.com',
    })
    expect(inMotion(story.state)).toBe(true)
  })

  test('may approve without asking', () => {
    expect(charging().answer(approved).state).toMatchObject({
      phase: 'paid',
      capturedMinor: 10_000,
    })
  })

  test('sends the browser away, and the charge is under way until it says how it ended', () => {
    const story = away()
    expect(story.state).toMatchObject({ phase: 'redirected', authorizations: 1, calls: [] })
    expect(acsData(story.state)).toEqual({
      tdsServerTxnId: reference(story),
      redirectURL: page,
      redirectMode: 'PAGE',
    })
    story.until('redirectResult')
    expect(story.call).toMatchObject({ kind: 'inquire', away: true, reference: reference(story) })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ originalAcquirerRef: 'pi_1' })
    story.answer(departure)
    expect(story.state).toMatchObject({ phase: 'redirected', calls: [] })
    const proof = { transStatus: 'Y', eci: '05', challenged: true }
    story.until('redirectResult').answer({ ...approved, authentication: proof })
    expect(story.state).toMatchObject({ phase: 'paid', authentication: proof })
    expect(story.state).not.toHaveProperty('redirect')
  })

  test('holds money as well', () => {
    const story = away(preauth).until('redirectResult').answer(approved)
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 10_000 })
  })

  test('is asked at once when the payer is back, with what the browser brought', () => {
    const story = away()
    const { now } = story
    story.command({ name: 'payerReturned', reference: reference(story), proof: 'ab12' })
    expect(story.state.redirect).toMatchObject({ returned: true, proof: 'ab12' })
    story.until('redirectResult')
    expect(story.now - now).toBeLessThan(100)
    expect(story.call).toMatchObject({ kind: 'inquire', proof: 'ab12' })
  })

  test('is not asked about another charge, nor after the end', () => {
    const story = away().command({ name: 'payerReturned', reference: 'other' })
    expect(story.state.redirect).not.toHaveProperty('returned')
    story.until('redirectResult').answer(declined)
    const was = story.state
    story.command({ name: 'payerReturned', reference: was.reference! })
    expect(story.state).toMatchObject({ phase: 'rejected', rejectCode: 'AUTHENTICATION_FAILED' })
  })

  test('whose first answer was lost is asked, and the payer sent away then', () => {
    const story = charging().answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.state.phase).toBe('resolving')
    story.answer(departure)
    expect(story.state.phase).toBe('redirected')
    story.until('redirectResult').answer(approved)
    expect(story.state.phase).toBe('paid')
  })

  test('that does not know the charge any more has it closed before it is called failed', () => {
    const story = away().until('redirectResult').answer({ type: 'notFound' })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    story.answer({ type: 'approved' })
    expect(story.state).toMatchObject({ phase: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' })
  })

  test('that gives no answer is asked at the next turn, under another name each time', () => {
    const story = away()
    for (let turn = 0; turn < 12; turn += 1)
      story.until('redirectResult').answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.state).toMatchObject({ phase: 'redirected', redirect: { asked: 12 } })
  })
})

describe('its own message', () => {
  const news = (outcome: Outcome) => (story: Story) =>
    story.command({ name: 'acquirerNews', reference: reference(story), outcome })

  test('decides before anybody asks, and again changes nothing', () => {
    const story = away()
    const { reference: charge = '' } = story.state
    news(approved)(story)
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000, calls: [] })
    story.command({ name: 'acquirerNews', reference: charge, outcome: declined })
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000 })
  })

  test('answers the question that is under way', () => {
    const story = away().until('redirectResult')
    news(approved)(story)
    expect(story.state).toMatchObject({ phase: 'paid', calls: [] })
  })

  test('that there is news makes the acquirer be asked', () => {
    const story = away()
    news({ type: 'pending' })(story)
    story.until('redirectResult')
    expect(story.call).toMatchObject({ kind: 'inquire' })
    news({ type: 'pending' })(story)
    expect(story.state.phase).toBe('redirected')
  })

  test('says too little of the first payment of an agreement, which is asked about', () => {
    const story = away({ options: { transKind: 'AUTH', validTime: 1800, recurring: 'INITIAL' } })
    news(approved)(story)
    expect(story.state.phase).toBe('redirected')
    story.until('redirectResult').answer({ ...approved, networkTransactionId: 'nti' })
    expect(story.state).toMatchObject({ phase: 'paid', networkTransactionId: 'nti' })
  })
})

describe('an end while the payer is away', () => {
  test('by a cancel takes the charge back, and only then is', () => {
    const story = away().command(cancel)
    expect(story.state.phase).toBe('undoing')
    expect(story.call).toMatchObject({ kind: 'reverse', originalReference: story.state.reference })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ originalAcquirerRef: 'pi_1' })
    story.answer({ type: 'approved' })
    expect(story.state).toMatchObject({ phase: 'cancelled', rejectCode: 'CANCELLED_BY_MERCHANT' })
  })

  test('by a cancel during a question waits for its answer, and takes back what it tells of', () => {
    for (const answer of [approved, departure]) {
      const story = away().until('redirectResult').command(cancel)
      expect(story.state).toMatchObject({ phase: 'redirected', ending: { status: 'cancelled' } })
      story.answer(answer)
      expect(story.state.phase).toBe('undoing')
      expect(story.call).toMatchObject({ kind: 'reverse' })
      story.answer({ type: 'approved' })
      expect(story.state).toMatchObject({ phase: 'cancelled', capturedMinor: 0 })
    }
  })

  test('by the time asks once more: a payer who was in time has paid', () => {
    for (const due of ['redirectTimeout', 'expiry'] as const) {
      const story = away().until(due)
      expect(story.call).toMatchObject({ kind: 'inquire', away: true })
      story.answer(approved)
      expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000 })
      expect(story.state).not.toHaveProperty('ending')
    }
  })

  test('by the time takes the charge of a payer who is still away back', () => {
    const story = away().until('redirectTimeout').answer(departure)
    expect(story.call).toMatchObject({ kind: 'reverse' })
    story.answer({ type: 'approved' })
    expect(story.state).toMatchObject({ phase: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' })
  })

  test('is not asked for twice', () => {
    const story = away().until('redirectResult').command(cancel)
    const again = story.take({
      type: 'command',
      id: 'cmd/again',
      command: cancel,
      actor: 'gateway',
      requestId: 'r',
    })
    expect(again.outcome).toMatchObject({ accepted: false })
  })
})

describe('an issuer that wants the cardholder after all', () => {
  const soft: Outcome = { type: 'softDeclined', detail: 'authentication_required' }

  test('is obeyed by the acquirer where it asks itself: the same account, asked firmly', () => {
    const story = charging().answer(soft)
    expect(story.state).toMatchObject({ phase: 'authorizing', softDeclined: true })
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'stripe/main' })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ asksCardholder: 'always' })
    story.answer(soft)
    expect(story.state).toMatchObject({ phase: 'rejected', rejectCode: 'SCA_REQUIRED' })
  })

  test('is obeyed by the server where that asks', () => {
    const story = Story.of({ merchant: own })
      .answer(chosen())
      .answer({ type: 'notEnrolled' })
      .answer(soft)
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    story.answer({ type: 'authenticated', transStatus: 'Y', eci: '05', cavv: 'c' })
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'stripe/main' })
  })

  test('hears of an exemption first, where the rule says so', () => {
    const options = { transKind: 'AUTH', validTime: 1800, exemption: 'LOW_VALUE' } as const
    for (const by of ['server', 'acquirer'] as const) {
      const story = Story.of({ merchant: own, options }).answer(chosen({ by, exempt: true }))
      expect(story.call).toMatchObject({ kind: 'authorize' })
      const asked = callRequestOf(story.state, story.call!)
      expect(asked).toMatchObject({ exemption: 'LOW_VALUE' })
      expect(asked).not.toHaveProperty('asksCardholder')
      story.answer(soft)
      expect(story.call?.kind).toBe(by === 'server' ? 'authenticate' : 'authorize')
      expect(callRequestOf(story.state, story.call!)).not.toHaveProperty('exemption')
    }
  })
})

describe('a way through several accounts', () => {
  const routed = { ...merchant, routed: true as const, waysFirst: true as const }

  test('asks with each as that account asks', () => {
    const story = Story.of({ merchant: routed })
      .answer(chosen({ by: 'acquirer' }, { rule: 'all', via: 'stripe/main', others: 1 }))
      .answer({ type: 'notSent' })
    expect(story.state.phase).toBe('routing')
    story.answer(
      chosen({ by: 'server', threeds: 'stripe/bin' }, { rule: 'all', via: 'sandbox/main' }),
    )
    expect(story.call).toMatchObject({ kind: 'authenticate' })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ threeds: 'stripe/bin' })
    story.answer({ type: 'notEnrolled' })
    expect(story.call).toMatchObject({ kind: 'authorize', via: 'sandbox/main' })
    story.answer(approved)
    expect(story.state.transactions.map(({ via, status }) => `${String(via)} ${status}`)).toEqual([
      'stripe/main ERROR',
      'sandbox/main COMPLETED',
    ])
  })

  test('leads on from a page that came to nothing, where nothing was charged for certain', () => {
    const story = Story.of({ merchant: routed })
      .answer(chosen({ by: 'acquirer' }, { rule: 'all', via: 'stripe/main', others: 1 }))
      .answer(departure)
      .until('redirectResult')
      .answer({ type: 'declined', rejectCode: 'ISSUER_UNAVAILABLE', detail: 'away' })
    expect(story.state.phase).toBe('routing')
    expect(story.state).not.toHaveProperty('redirect')
  })
})
