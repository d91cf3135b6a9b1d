import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import type { Instrument } from '../../../../src/domain/instrument.ts'
import { cardInstrument, createCommand, preauth, START, Story } from '../support.ts'

const challenge: Outcome = {
  type: 'challenge',
  serverTransId: 's',
  acsTransId: 'a',
  acsUrl: 'https://acs',
  version: '2.2.0',
}
const last = (story: Story) => story.entries.at(-1)?.events

describe('a charge begins', () => {
  test.for<[string, Instrument, string]>([
    ['a card', cardInstrument, 'authenticate'],
    ['a network token', { type: 'VTS', vaultRef: 'v' }, 'authorize'],
    ['a wallet', { type: 'GPAY', vaultRef: 'v' }, 'openWallet'],
    ['an opened wallet', { type: 'GPAY', walletAuth: 'CRYPTOGRAM' }, 'authorize'],
    ['an opened wallet with a bare card', { type: 'GPAY', walletAuth: 'PAN_ONLY' }, 'authenticate'],
    ['BLIK', { type: 'BLIK_CODE', secretOwner: 'api' }, 'blikPay'],
    ['a bank', { type: 'PBL', bank: 'SIMBANK' }, 'bankStart'],
  ])('of %s (%o) with %s', ([, instrument, kind]) => {
    expect(Story.of({ instrument }).call?.kind).toBe(kind)
  })

  test('of an order by phone with the authorisation, and nobody is asked for a browser', () => {
    const options = { transKind: 'AUTH', validTime: 1800, moto: true } as const
    const story = Story.of({ options, device: {} })
    expect(story.call?.kind).toBe('authorize')
    // There is nobody who could be challenged: a demand for it is a decline.
    story.answer({ type: 'softDeclined' }).ends('REJECTED', 'SCA_REQUIRED')
  })

  test('with an authentication under a reference of its own', () => {
    const { id, call } = { id: createCommand().paymentId, call: Story.of().call! }
    expect(call.reference).toMatch(new RegExp(`^${id}-3ds-[a-z]{8}$`))
    expect(call).toStrictEqual({
      id: `call/${call.reference}/1`,
      kind: 'authenticate',
      reference: call.reference,
      amountMinor: 10_000,
      attempt: 1,
    })
  })

  test('with the opening of a wallet, under a reference of its own', () => {
    const { call } = Story.of({ instrument: { type: 'GPAY', vaultRef: 'v' } })
    expect(call?.reference).toContain('-wallet-')
  })
})

describe('an authorisation', () => {
  const authorizing = (changes = {}) => Story.of(changes).answer({ type: 'notEnrolled' })

  test('is one transaction and one call, of the whole order', () => {
    const story = authorizing()
    const [transaction] = story.state.transactions
    const { reference } = story.state
    expect(transaction).toStrictEqual({
      transId: transaction?.transId,
      type: 'AUTH',
      status: 'PENDING',
      amountMinor: 10_000,
      reference,
      createdAt: story.now,
      updatedAt: story.now,
    })
    expect(story.call).toStrictEqual({
      id: `call/${reference}/1`,
      kind: 'authorize',
      reference,
      amountMinor: 10_000,
      attempt: 1,
      transId: transaction?.transId,
      secretOwner: 'api-one',
    })
    expect(story.state.authorizations).toBe(1)
  })

  test('of a preauthorisation is a PREAUTH', () => {
    expect(authorizing(preauth).state.transactions).toMatchObject([{ type: 'PREAUTH' }])
  })

  test('after a soft decline is the same transaction under the next reference', () => {
    const story = authorizing()
    const [before] = story.state.transactions
    story.answer({ type: 'softDeclined' })
    expect(story.state).toMatchObject({ phase: 'authenticating', softDeclined: true })
    expect(story.call?.reference).toMatch(/-3ds-[a-z]{8}-2$/)
    story.answer({ type: 'authenticated', transStatus: 'Y', cavv: 'c' })
    expect(story.state.authentication).toEqual({ transStatus: 'Y', cavv: 'c' })
    expect(story.state.reference).toBe(`${before?.reference}-2`)
    expect(story.state.transactions).toMatchObject([
      { transId: before?.transId, reference: `${before?.reference}-2` },
    ])
    expect(story.state.authorizations).toBe(2)
  })

  test('after a lost CVV needs no second authentication', () => {
    const story = authorizing().answer({ type: 'secretLost' })
    expect(story.state.instrument).not.toHaveProperty('secretOwner')
    story.command({ name: 'complete', instrument: cardInstrument })
    expect(last(story)?.map(({ type }) => type)).toEqual(['detailsGiven', 'authorizationStarted'])
  })
})

describe('a challenge', () => {
  test('waits for the payer for ten minutes, and is gone once it is answered', () => {
    const story = Story.of().answer(challenge)
    expect(story.state).toMatchObject({
      phase: 'challenging',
      calls: [],
      challenge: { serverTransId: 's', until: START + 2 + 600_000 },
    })
    const outcome = { type: 'authenticated', transStatus: 'Y', eci: '05' } as const
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome })
    expect(story.state).not.toHaveProperty('challenge')
    expect(story.state.authentication).toEqual({ transStatus: 'Y', eci: '05', challenged: true })
    expect(last(story)?.[0]).not.toHaveProperty('answers')
  })

  test('that is failed ends the payment, and nothing of it stays', () => {
    const story = Story.of().answer(challenge)
    const outcome = { type: 'notAuthenticated', transStatus: 'N' } as const
    story.command({ name: 'authenticationResult', serverTransId: 's', outcome })
    story.ends('REJECTED', 'AUTHENTICATION_FAILED')
    expect(story.state).not.toHaveProperty('challenge')
  })
})

describe('a wallet', () => {
  const opening = (changes = {}) =>
    Story.of({ instrument: { type: 'GPAY', vaultRef: 'sealed' }, ...changes })
  const opened = {
    type: 'opened',
    vaultRef: 'card',
    cardMask: '400000******1000',
    fingerprint: 'f',
    organization: 'VISA',
    auth: 'CRYPTOGRAM',
  } as const
  const { organization: _, ...unknownCard } = opened

  test('that is opened gives its card, and the charge goes on', () => {
    const story = opening()
    const { id } = story.call!
    story.answer(opened)
    expect(story.state.instrument).toStrictEqual({
      type: 'GPAY',
      vaultRef: 'card',
      cardMask: '400000******1000',
      fingerprint: 'f',
      organization: 'VISA',
      walletAuth: 'CRYPTOGRAM',
    })
    expect(last(story)).toMatchObject([
      { type: 'walletOpened', answers: id },
      { type: 'authorizationStarted' },
    ])
    expect(story.state.calls.map(({ kind }) => kind)).toEqual(['authorize'])
  })

  test('with a card of an organization that the merchant does not accept ends at once', () => {
    const { merchant } = createCommand()
    const story = opening({ merchant: { ...merchant, organizations: ['MASTERCARD'] } })
    story.answer(opened).ends('REJECTED', 'UNSUPPORTED_BIN')
    expect(story.state.calls).toEqual([])
  })

  test('with a bare card number is authenticated, and asks for the browser first', () => {
    expect(opening().answer({ ...opened, auth: 'PAN_ONLY' }).call?.kind).toBe('authenticate')
    const story = opening({ device: {} }).answer({ ...opened, auth: 'PAN_ONLY' })
    expect(story.state).toMatchObject({ phase: 'awaitingDetails', calls: [] })
    expect(last(story)?.[1]).toEqual({ type: 'deviceNeeded' })
  })

  test.for<[Outcome, string, string]>([
    [{ type: 'invalid' }, 'REJECTED', 'WALLET_TOKEN_INVALID'],
    [{ type: 'notSent' }, 'ERROR', 'SYSTEM_ERROR'],
    [unknownCard, 'REJECTED', 'UNSUPPORTED_BIN'],
  ])('that cannot be used ends the payment: %o', ([outcome, status, rejectCode]) => {
    const story = opening().answer(outcome).ends(status, rejectCode)
    expect(story.state.calls).toEqual([])
  })
})
