import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/tokenization/call-request.ts'
import { inMotion } from '../../../src/domain/tokenization/wants.ts'
import { tokenizationAnswer } from '../../../src/domain/tokenization/view.ts'
import type { AuthenticationWay } from '../../../src/domain/routing/route.ts'
import { createCommand as createPayment } from '../payment/support.ts'
import { TokenStory } from './support.ts'

const merchant = {
  ...createPayment().merchant,
  acquirer: 'stripe/main',
  checksWhereCharged: true as const,
}
const page = 'https://acquirer.example/asks'
const departure: Outcome = { type: 'redirected', url: page, acquirerRef: 'seti_1' }
const approved: Outcome = { type: 'approved', acquirerRef: 'seti_1' }
const declined: Outcome = { type: 'declined', rejectCode: 'AUTHENTICATION_FAILED', detail: 'no' }

const chosen = (authentication?: AuthenticationWay, choice = {}): Outcome => ({
  type: 'routed',
  choice: { others: 0, accounts: [], ...(authentication && { authentication }), ...choice },
})

const checking = (changes = {}) =>
  TokenStory.of({ merchant, ...changes }).answer(chosen({ by: 'acquirer' }))
const away = (changes = {}) => checking(changes).answer(departure)
const reference = (story: TokenStory) => story.state.redirect?.charge.reference ?? ''
const request = (story: TokenStory) => callRequestOf(story.state, story.call!)

describe('a card is checked through the account that it is charged through', () => {
  test('the way is looked for first', () => {
    const story = TokenStory.of({ merchant }).is('PENDING')
    expect(request(story)).toMatchObject({
      call: { kind: 'route' },
      via: 'stripe/main',
      method: 'CARD',
      kind: 'VERIFY',
    })
    expect(inMotion(story.state)).toBe(true)
  })

  test('a 3-D Secure server asks first, where the account says so', () => {
    const story = TokenStory.of({ merchant }).answer(
      chosen({ by: 'server', threeds: 'stripe/bin' }),
    )
    expect(request(story)).toMatchObject({ call: { kind: 'authenticate' }, threeds: 'stripe/bin' })
    story.answer({ type: 'notEnrolled' })
    expect(request(story)).toMatchObject({ call: { kind: 'authorize' }, via: 'stripe/main' })
    expect(request(story)).not.toHaveProperty('asksCardholder')
    story.answer(approved)
    expect(story.call?.kind).toBe('assignToken')
  })

  test('the acquirer asks with the check, and may approve at once', () => {
    const story = checking()
    expect(request(story)).toMatchObject({
      call: { kind: 'authorize', via: 'stripe/main' },
      via: 'stripe/main',
      asksCardholder: 'asNeeded',
      browser: { language: 'pl' },
      email: 'payer@example.com',
    })
    expect(inMotion(story.state)).toBe(true)
    expect(story.answer(approved).state.phase).toBe('storing')
  })

  test('an order by phone has no cardholder to ask', () => {
    const story = checking({ options: { validTime: 1800, moto: true as const } })
    expect(request(story)).toMatchObject({ call: { kind: 'authorize' }, moto: true })
    expect(request(story)).not.toHaveProperty('asksCardholder')
  })

  test('a rule without an account that can do it ends it, and nobody is asked', () => {
    const story = TokenStory.of({ merchant }).answer(chosen(undefined, { rule: 'all' }))
    expect(story.is('ERROR', 'SYSTEM_ERROR').call).toBeUndefined()
    expect(story.isFinished).toBe(true)
  })

  test('a tokenization that was begun before asks the acquirer of the installation', () => {
    const { checksWhereCharged: _, ...before } = merchant
    const story = TokenStory.of({ merchant: before })
    expect(story.call?.kind).toBe('authenticate')
    expect(request(story.answer({ type: 'notEnrolled' }))).not.toHaveProperty('via')
  })
})

describe("a cardholder at the acquirer's page", () => {
  test('is told where to go, and the acquirer is asked by its own name of the check', () => {
    const story = away().is('PENDING')
    expect(tokenizationAnswer(story.state, { publicUrl: 'https://pay' })).toMatchObject({
      dataRequest: 'CARD_3DS',
      acsData: { tdsServerTxnId: reference(story), redirectURL: page, redirectMode: 'PAGE' },
    })
    story.until('redirectResult')
    expect(request(story)).toMatchObject({
      call: { kind: 'inquire', away: true },
      via: 'stripe/main',
      originalAcquirerRef: 'seti_1',
    })
    story.answer({ type: 'pending' })
    expect(story.state).toMatchObject({ phase: 'redirected', calls: [] })
    story.until('redirectResult').answer(departure).until('redirectResult').answer(approved)
    expect(story.state.phase).toBe('storing')
    expect(story.state.redirect).toBeUndefined()
  })

  test('comes back: the acquirer is asked at once, with what the browser brings', () => {
    const story = away()
    const back = { name: 'payerReturned', reference: reference(story), proof: 'p' } as const
    story.command(back).until('redirectResult')
    expect(story.call).toMatchObject({ kind: 'inquire', proof: 'p' })
    story.answer(declined).is('REJECTED', 'AUTHENTICATION_FAILED')
  })

  test('is told of by a message, which decides while the question is under way as well', () => {
    for (const early of [true, false]) {
      const story = away()
      const news = { name: 'acquirerNews', reference: reference(story) } as const
      story.command({ ...news, outcome: { type: 'pending' } })
      if (!early) story.until('redirectResult')
      story.command({ ...news, outcome: approved })
      expect(story.state.calls.map(({ kind }) => kind)).toEqual(['assignToken'])
      story.command({ ...news, outcome: declined })
      expect(story.state.phase).toBe('storing')
    }
  })

  test('another check, or a browser that comes too late, changes nothing', () => {
    const story = away()
    const before = story.state
    story.command({ name: 'payerReturned', reference: 'other' })
    story.command({ name: 'acquirerNews', reference: 'other', outcome: approved })
    expect(story.state.redirect).toEqual(before.redirect)
  })

  test('has ten minutes, and may be called back at any time', () => {
    away().until('redirectTimeout').is('REJECTED', 'AUTHENTICATION_TIMEOUT')
    const cancelled = away().command({ name: 'cancel', by: 'merchant' })
    expect(cancelled.is('CANCELLED', 'CANCELLED_BY_MERCHANT').isFinished).toBe(true)
  })

  test('is asked for by the issuer: once more with the check, and then never again', () => {
    const story = checking().answer({ type: 'softDeclined' })
    expect(request(story)).toMatchObject({ call: { kind: 'authorize' }, asksCardholder: 'always' })
    story.answer({ type: 'softDeclined' }).is('REJECTED', 'SCA_REQUIRED')
  })

  test('an unknown answer is asked about, and the page is found again', () => {
    const story = checking().answer({ type: 'unknown', because: 'noAnswer' })
    expect(request(story)).toMatchObject({ call: { kind: 'inquire' }, via: 'stripe/main' })
    story.answer(departure)
    expect(story.state).toMatchObject({ phase: 'redirected', acquirerRef: 'seti_1' })
    expect(story.state.redirect?.charge.kind).toBe('authorize')
  })
})
