import { describe, expect, test } from 'vitest'
import { wants } from '../../../src/domain/payment/wants.ts'
import { cardInstrument, createCommand, START, Story } from './support.ts'

const withoutInstrument = () => {
  const { instrument: _, ...rest } = createCommand()
  const story = new Story()
  return story.command(rest)
}

describe('a card sale', () => {
  test('is authenticated, authorised and completed', () => {
    const story = Story.of()
    expect([story.status, story.call?.kind]).toEqual(['PENDING', 'authenticate'])
    story.answer({
      type: 'authenticated',
      transStatus: 'Y',
      eci: '05',
      cavv: 'c',
      dsTransId: 'd',
      version: '2.2.0',
    })
    expect(story.call).toMatchObject({
      kind: 'authorize',
      secretOwner: 'api-one',
      amountMinor: 10_000,
    })
    story.answer({ type: 'approved', authCode: 'A1' }).ends('COMPLETED')
    expect(story.state).toMatchObject({ capturedMinor: 10_000, authorizedMinor: 10_000, calls: [] })
    expect(story.state.transactions).toMatchObject([
      { type: 'AUTH', status: 'COMPLETED', authCode: 'A1' },
    ])
  })
  test('waits for the instrument, then for the CVV, then for the device', () => {
    const story = withoutInstrument()
    expect([story.status, wants(story.state)]).toEqual(['NEW', 'INSTRUMENT'])
    const { secretOwner: _, ...card } = cardInstrument
    story.command({ name: 'complete', instrument: card })
    expect([story.status, wants(story.state)]).toEqual(['NEW', 'CARD_CVV'])
    story.command({ name: 'complete', instrument: cardInstrument })
    expect(story.status).toBe('PENDING')
    const deviceless = new Story().command({ ...createCommand(), device: {} })
    expect(wants(deviceless.state)).toBe('DEVICE')
  })
  test('takes no second instrument once processing has started', () => {
    Story.of()
      .command({ name: 'complete', instrument: cardInstrument })
      .refusedWith('payment_not_completable')
  })
  test('is rejected when the cardholder is not authenticated', () => {
    Story.of()
      .answer({ type: 'notAuthenticated', transStatus: 'N' })
      .ends('REJECTED', 'AUTHENTICATION_FAILED')
  })
  test('without authentication goes on or stops as the merchant chose', () => {
    expect(Story.of().answer({ type: 'authenticationUnavailable' }).call?.kind).toBe('authorize')
    const careful = createCommand()
    careful.merchant.withoutAuthentication = 'reject'
    Story.of(careful)
      .answer({ type: 'unknown', because: 'noAnswer' })
      .ends('REJECTED', 'AUTHENTICATION_UNAVAILABLE')
  })
  test('of a card that is known not to take part goes straight to the acquirer', () => {
    const known = Story.of({ instrument: { ...cardInstrument, enrolled: false } })
    expect(known.call?.kind).toBe('authorize')
    const asked = Story.of().answer({ type: 'notEnrolled' })
    expect(known.state.authentication).toEqual(asked.state.authentication)
    expect(known.call?.reference).toBe(asked.call?.reference)
    expect(known.state.phase).toBe(asked.state.phase)
    known.answer({ type: 'approved' }).ends('COMPLETED')
  })
  test('of a card that takes part, or may, asks the cardholder', () => {
    const enrolled = Story.of({ instrument: { ...cardInstrument, enrolled: true } })
    expect(enrolled.call?.kind).toBe('authenticate')
    expect(Story.of().call?.kind).toBe('authenticate')
  })
  test('of a card that does not take part still says so when the issuer demands a challenge', () => {
    const story = Story.of({ instrument: { ...cardInstrument, enrolled: false } })
    story.answer({ type: 'softDeclined' })
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    story.answer({ type: 'notEnrolled' })
    expect(story.call?.kind).toBe('authorize')
    story.answer({ type: 'softDeclined' }).ends('REJECTED', 'SCA_REQUIRED')
  })
  test('early errors end it before any call', () => {
    const story = Story.of({ earlyReject: 'UNSUPPORTED_BIN' }).ends('REJECTED', 'UNSUPPORTED_BIN')
    expect(story.state.calls).toEqual([])
  })
  test('a merchant-initiated payment goes without CVV and authentication', () => {
    const { secretOwner: _, ...card } = cardInstrument
    const story = Story.of({
      instrument: card,
      options: { transKind: 'AUTH', validTime: 60, recurring: 'SUBSEQUENT' },
    })
    expect(story.call).toMatchObject({ kind: 'authorize' })
    expect(story.call?.secretOwner).toBeUndefined()
  })
  test('reached too late it never happens', () => {
    const story = new Story()
    story.command(createCommand(), { notAfter: START - 1 }).ends('CANCELLED', 'SYSTEM_ERROR')
    expect(story.last.outcome).toEqual({ accepted: false, code: 'command_expired' })
    expect(story.state.calls).toEqual([])
  })
})

describe('an issuer that wants to see the browser', () => {
  const threeDsMethod = { serverTransId: 'm', url: 'https://acs/method' }
  const profiling = () => Story.of({ instrument: { ...cardInstrument, threeDsMethod } })
  test('is asked about the cardholder once it has seen it, under the same id', () => {
    const story = profiling()
    expect([story.status, story.state.phase, story.call]).toEqual([
      'PENDING',
      'profiling',
      undefined,
    ])
    story.command({ name: 'profiled', serverTransId: 'other' })
    expect(story.state.phase).toBe('profiling')
    story.command({ name: 'profiled', serverTransId: 'm' })
    expect(story.call).toMatchObject({
      kind: 'authenticate',
      method: { serverTransId: 'm', indicator: 'Y' },
    })
    story.command({ name: 'profiled', serverTransId: 'm' })
    expect(story.last.events).toEqual([])
  })
  test('is told to the merchant as PENDING, once; earlier payments keep their count', () => {
    const { merchant } = createCommand()
    const instrument = { ...cardInstrument, threeDsMethod }
    const told = Story.of({ instrument, merchant: { ...merchant, everyStartTold: true } })
    expect(told.state.notificationSequence).toBe(1)
    told.command({ name: 'profiled', serverTransId: 'm' })
    expect(told.state.notificationSequence).toBe(1)
    expect(profiling().state.notificationSequence).toBe(0)
  })
  test('has ten seconds for it', () => {
    const story = profiling().until('profilingTimeout')
    expect(story.now - START).toBeLessThan(10_100)
    expect(story.call?.method).toEqual({ serverTransId: 'm', indicator: 'N' })
  })
  test('and demands a challenge later gets a new id', () => {
    const story = profiling().until('profilingTimeout').answer({ type: 'notEnrolled' })
    story.answer({ type: 'softDeclined' })
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    expect(story.call?.method).toBeUndefined()
  })
  test('keeps nobody from cancelling, and no payment from expiring', () => {
    profiling()
      .command({ name: 'cancel', by: 'customer' })
      .ends('CANCELLED', 'CANCELLED_BY_CUSTOMER')
    const brief = Story.of({
      instrument: { ...cardInstrument, threeDsMethod },
      options: { transKind: 'AUTH', validTime: 5 },
    })
    brief.until('expiry').ends('CANCELLED', 'EXPIRED')
  })
})

describe('a challenge', () => {
  const challenged = () =>
    Story.of().answer({
      type: 'challenge',
      serverTransId: 's',
      acsTransId: 'a',
      acsUrl: 'https://acs',
      version: '2.2.0',
    })
  const passed = { type: 'authenticated', transStatus: 'Y', eci: '05' } as const
  test('asks the payer and completes when the result says so', () => {
    const story = challenged()
    expect(wants(story.state)).toBe('CARD_3DS')
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome: passed })
    expect(story.call?.kind).toBe('authorize')
    story.answer({ type: 'approved' }).ends('COMPLETED')
  })
  test('believes no result of another transaction, and each only once', () => {
    const story = challenged().command({
      name: 'authenticationResult',
      serverTransId: 'other',
      outcome: passed,
    })
    expect(story.state.phase).toBe('challenging')
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome: passed })
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome: passed })
    expect(story.history.filter(({ type }) => type === 'authorizationStarted')).toHaveLength(1)
  })
  test('that is abandoned ends by its own timer', () => {
    challenged().until('challengeTimeout').ends('REJECTED', 'AUTHENTICATION_TIMEOUT')
  })
  test('follows a soft decline, and a second authorisation has its own reference', () => {
    const story = Story.of().answer({ type: 'notEnrolled' })
    const first = story.call?.reference
    story.answer({ type: 'softDeclined' })
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    story.answer({
      type: 'challenge',
      serverTransId: 's',
      acsTransId: 'a',
      acsUrl: 'https://acs',
      version: '2.2.0',
    })
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome: passed })
    expect(story.call?.reference).not.toBe(first)
    story.answer({ type: 'approved' }).ends('COMPLETED')
    expect(story.state.transactions).toHaveLength(1)
  })
  test('is not asked for twice', () => {
    const story = Story.of().answer({ type: 'notEnrolled' }).answer({ type: 'softDeclined' })
    story.answer({
      type: 'challenge',
      serverTransId: 's',
      acsTransId: 'a',
      acsUrl: 'https://acs',
      version: '2.2.0',
    })
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome: passed })
    story.answer({ type: 'softDeclined' }).ends('REJECTED', 'SCA_REQUIRED')
  })
})

describe('an authorisation without a clear answer', () => {
  const authorizing = () => Story.of().answer({ type: 'notEnrolled' })
  test('is asked about, and what was found stands', () => {
    const story = authorizing().answer({ type: 'unknown', because: 'noAnswer' })
    expect([story.state.phase, story.call?.kind]).toEqual(['resolving', 'inquire'])
    story.answer({ type: 'approved' }).ends('COMPLETED')
  })
  test('not found after silence is reversed, then rejected', () => {
    const story = authorizing()
      .answer({ type: 'unknown', because: 'noAnswer' })
      .answer({ type: 'notFound' })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    story.answer({ type: 'approved' }).ends('REJECTED', 'UNKNOWN_OUTCOME')
  })
  test('not found after a server error is sent again under the same reference, three times at most', () => {
    const story = authorizing()
    const reference = story.call?.reference
    for (const attempt of [1, 2]) {
      expect(story.call).toMatchObject({ kind: 'authorize', reference, attempt })
      story.answer({ type: 'unknown', because: 'serverError' }).answer({ type: 'notFound' })
    }
    story.answer({ type: 'unknown', because: 'serverError' }).answer({ type: 'notFound' })
    expect(story.call?.kind).toBe('reverse')
  })
  test('a partial approval is reversed', () => {
    const story = authorizing().answer({ type: 'partial', approvedAmountMinor: 1 })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'PARTIAL' })
    story.answer({ type: 'approved' }).ends('REJECTED', 'PARTIAL_NOT_SUPPORTED')
  })
  test('a lost CVV is asked for again, without a new status', () => {
    const story = authorizing().answer({ type: 'secretLost' })
    expect([story.status, wants(story.state)]).toEqual(['PENDING', 'CARD_CVV'])
    story.command({ name: 'complete', instrument: { ...cardInstrument, secretOwner: 'api-two' } })
    expect(story.call).toMatchObject({ kind: 'authorize', secretOwner: 'api-two' })
    story.answer({ type: 'approved' }).ends('COMPLETED')
    expect(story.state.transactions).toHaveLength(1)
  })
  test('that was never sent asks for the CVV again', () => {
    const story = authorizing()
      .answer({ type: 'unknown', because: 'noAnswer' })
      .answer({ type: 'neverSent' })
    expect(wants(story.state)).toBe('CARD_CVV')
  })
  test('an acquirer out of reach ends it as an error, with nothing charged', () => {
    authorizing().answer({ type: 'notSent' }).ends('ERROR', 'SYSTEM_ERROR')
  })
})

describe('one success per order', () => {
  test('an order paid before is rejected without a charge', () => {
    const story = new Story().command(createCommand(), { wall: 'orderPaid' })
    story.ends('REJECTED', 'ORDER_ALREADY_PAID')
    expect(story.state.calls).toEqual([])
  })
  test('an order paid meanwhile is reversed', () => {
    const story = Story.of()
      .answer({ type: 'notEnrolled' })
      .answer({ type: 'approved' }, 'orderPaid')
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'ORDER_PAID' })
    story.answer({ type: 'approved' }).ends('REJECTED', 'ORDER_ALREADY_PAID')
  })
})
