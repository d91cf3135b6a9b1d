import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/tokenization/call-request.ts'
import { cardInstrument } from '../payment/support.ts'
import { cof, createEmpty, TokenStory } from './support.ts'

const challenge: Outcome = {
  type: 'challenge',
  serverTransId: 'server',
  acsTransId: 'acs',
  acsUrl: 'https://acs',
  version: '2.2.0',
}
const { secretOwner: _, ...cardWithoutCvv } = cardInstrument

describe('gathering', () => {
  test('a tokenization without a card waits for it and is NEW', () => {
    const story = new TokenStory().command(createEmpty()).is('NEW')
    expect(story.asks).toBe('INSTRUMENT')
  })

  test('card, CVV and device may come one after the other', () => {
    const { device, ...withoutDevice } = createEmpty()
    const story = new TokenStory().command(withoutDevice)
    story.command({ name: 'complete', instrument: cardWithoutCvv })
    expect(story.asks).toBe('CARD_CVV')
    story.command({ name: 'complete', instrument: cardInstrument })
    expect(story.asks).toBe('DEVICE')
    story.command({ name: 'complete', device: device ?? {} }).is('PENDING')
    expect(story.call?.kind).toBe('authenticate')
  })

  test('a card that is not supported ends it', () => {
    const complete = { name: 'complete', earlyReject: 'UNSUPPORTED_BIN' } as const
    new TokenStory().command(createEmpty()).command(complete).is('REJECTED', 'UNSUPPORTED_BIN')
    TokenStory.of({ earlyReject: 'CHANNEL_NOT_SUPPORTED' }).is('REJECTED', 'CHANNEL_NOT_SUPPORTED')
  })

  test('a card is taken once', () => {
    TokenStory.of()
      .command({ name: 'complete', instrument: cardInstrument })
      .refusedWith('tokenizer_not_completable')
  })

  test('a create that comes too late is cancelled before anybody is asked', () => {
    const story = new TokenStory().command(createEmpty(), 1).is('CANCELLED', 'SYSTEM_ERROR')
    expect(story.call).toBeUndefined()
    expect(story.last.outcome).toEqual({ accepted: false, code: 'command_expired' })
  })

  test.for([
    ['tooLate', 'command_expired'],
    ['approvalMissing', 'approval_missing'],
  ] as const)('what the database found %s is refused', ([wall, code]) => {
    const common = { type: 'command', actor: 'gateway', requestId: 'r' } as const
    const cancel = { ...common, id: 'cmd/cancel', command: { name: 'cancel', by: 'merchant' } }
    TokenStory.of().take(cancel, wall).refusedWith(code)
  })

  test('so is a create, which is kept as something that did not happen', () => {
    const common = { type: 'command', actor: 'gateway', requestId: 'r' } as const
    const create = { ...common, id: 'cmd/create', command: createEmpty() }
    const story = new TokenStory().take(create, 'tooLate').is('CANCELLED', 'SYSTEM_ERROR')
    expect(story.last.outcome).toEqual({ accepted: false, code: 'command_expired' })
  })

  test('what is for another tokenization, unreadable or late is refused', () => {
    new TokenStory().command({ name: 'discard' }).refusedWith('tokenizer_not_found')
    const story = TokenStory.of()
    story.command({ name: 'cancel', by: 'merchant' }, 1).refusedWith('command_expired')
    story.take({ type: 'unreadable', id: 'cmd/x', reason: '' }).refusedWith('invalid_request')
  })
})

describe('a card that was told by phone', () => {
  const byPhone = () => TokenStory.of({ options: { validTime: 1800, moto: true }, device: {} })

  test('is verified as such, and nobody is asked for a browser', () => {
    const { call, tokenization } = byPhone()
    expect(call).toMatchObject({ kind: 'authorize', amountMinor: 0 })
    expect(callRequestOf(tokenization!, call!)).toMatchObject({ kind: 'VERIFY', moto: true })
  })

  test('has no cardholder to challenge: a demand for it is a decline', () => {
    byPhone().answer({ type: 'softDeclined' }).is('REJECTED', 'SCA_REQUIRED')
  })
})

describe('authentication', () => {
  test('comes before the zero-amount authorisation', () => {
    const story = TokenStory.of()
    expect(story.call).toMatchObject({ kind: 'authenticate', amountMinor: 0 })
    story.answer({ type: 'authenticated', transStatus: 'Y', eci: '05' })
    expect(story.call).toMatchObject({ kind: 'authorize', amountMinor: 0, secretOwner: 'api-one' })
  })

  test('is left out for a card that is known not to take part', () => {
    const known = TokenStory.of({ instrument: { ...cardInstrument, enrolled: false } })
    const asked = TokenStory.of().answer({ type: 'notEnrolled' })
    expect(known.call).toEqual(asked.call)
    expect(known.state.authentication).toEqual(asked.state.authentication)
    known.answer({ type: 'softDeclined' })
    expect(known.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
  })

  test('a challenge is shown, its result decides, twice is once', () => {
    const story = TokenStory.of().answer(challenge)
    expect(story.asks).toBe('CARD_3DS')
    const outcome: Outcome = { type: 'authenticated', transStatus: 'Y' }
    const result = { name: 'authenticationResult', serverTransId: 'server', outcome } as const
    story.command({ ...result, serverTransId: 'other' })
    expect(story.state.phase).toBe('challenging')
    story.command(result)
    expect(story.call?.kind).toBe('authorize')
    expect(story.state.authentication?.challenged).toBe(true)
    story.command(result)
    expect(story.last.events).toEqual([])
  })

  test('a failed one rejects', () => {
    TokenStory.of()
      .answer({ type: 'notAuthenticated', transStatus: 'N' })
      .is('REJECTED', 'AUTHENTICATION_FAILED')
  })

  test('a challenge nobody finishes is rejected after ten minutes', () => {
    TokenStory.of()
      .answer(challenge)
      .until('challengeTimeout')
      .is('REJECTED', 'AUTHENTICATION_TIMEOUT')
  })

  test('without an answer the merchant decides whether to go on', () => {
    const unavailable = { type: 'authenticationUnavailable' } as const
    expect(TokenStory.of().answer(unavailable).call?.kind).toBe('authorize')
    const { merchant } = TokenStory.of().state
    TokenStory.of({ merchant: { ...merchant, withoutAuthentication: 'reject' } })
      .answer(unavailable)
      .is('REJECTED', 'AUTHENTICATION_UNAVAILABLE')
  })
})

describe('verification', () => {
  const verifying = () => TokenStory.of().answer({ type: 'notEnrolled' })

  test('a declined card is not stored', () => {
    const story = verifying().answer({ type: 'declined', rejectCode: 'CARD_BLOCKED' })
    story.is('REJECTED', 'CARD_BLOCKED')
    expect(story.state.token).toBeUndefined()
    expect(story.isFinished).toBe(true)
  })

  test('an unknown outcome is asked about, repeated three times, then undone', () => {
    const story = verifying()
    for (const attempt of [1, 2]) {
      story.answer({ type: 'unknown', because: 'serverError' })
      expect(story.call?.kind).toBe('inquire')
      story.answer({ type: 'notFound' })
      expect(story.call).toMatchObject({ kind: 'authorize', attempt: attempt + 1 })
    }
    story.answer({ type: 'unknown', because: 'serverError' }).answer({ type: 'notFound' })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    story.answer({ type: 'approved' }).is('REJECTED', 'UNKNOWN_OUTCOME')
  })

  test('an approval that was lost is found by asking', () => {
    const story = verifying().answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.answer({ type: 'approved' }).call?.kind).toBe('assignToken')
  })

  test('a soft decline is challenged once', () => {
    const story = verifying().answer({ type: 'softDeclined' })
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    const outcome: Outcome = { type: 'authenticated', transStatus: 'Y' }
    story
      .answer(challenge)
      .command({ name: 'authenticationResult', serverTransId: 'server', outcome })
    const references = story.call?.reference
    expect(references).toMatch(/-verify-\w+-2$/)
    story.answer({ type: 'softDeclined' }).is('REJECTED', 'SCA_REQUIRED')
  })

  test('a lost CVV is asked for again, and then the card is stored', () => {
    const story = verifying().answer({ type: 'secretLost' }).is('PENDING')
    expect(story.asks).toBe('CARD_CVV')
    story.command({ name: 'complete', instrument: cardInstrument })
    expect(story.call?.kind).toBe('authorize')
    story.answer({ type: 'approved' }).answer({ type: 'stored', token: cof }).is('COMPLETED')
  })

  test('what was never sent is an error, a part of nothing a rejection', () => {
    verifying().answer({ type: 'notSent' }).is('ERROR', 'SYSTEM_ERROR')
    verifying()
      .answer({ type: 'partial', approvedAmountMinor: 0 })
      .is('REJECTED', 'PARTIAL_NOT_SUPPORTED')
  })
})
