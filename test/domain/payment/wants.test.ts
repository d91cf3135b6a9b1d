import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../src/domain/instrument.ts'
import { inMotion } from '../../../src/domain/payment/in-motion.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { missing, needsAuthentication, wants } from '../../../src/domain/payment/wants.ts'
import type { Phase } from '../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../src/domain/payment/phase.ts'
import { cardInstrument, Story } from './support.ts'

const { secretOwner: _, ...cardWithoutCvv } = cardInstrument
const base: Payment = { ...Story.of().state, phase: 'gathering', calls: [] }
const { device: _device, instrument: _instrument, ...bare } = base
const payment = (instrument: Instrument, changes: Partial<Payment> = {}): Payment => ({
  ...base,
  instrument,
  ...changes,
})
const withoutBrowser = (instrument: Instrument): Payment => ({ ...bare, instrument })
const merchantInitiated: Partial<Payment> = {
  options: { transKind: 'AUTH', validTime: 60, recurring: 'SUBSEQUENT' },
}

describe('what is still missing', () => {
  test('is the instrument, then its secret, then the browser, then nothing', () => {
    expect(missing(bare)).toBe('INSTRUMENT')
    expect(missing(withoutBrowser(cardWithoutCvv))).toBe('CARD_CVV')
    expect(missing(withoutBrowser(cardInstrument))).toBe('DEVICE')
    expect(missing({ ...bare, instrument: cardInstrument, device: { ip: '::1' } })).toBe('DEVICE')
    expect(missing(payment(cardInstrument))).toBeUndefined()
  })

  test('of BLIK is its code, and nothing of an alias', () => {
    expect(missing(withoutBrowser({ type: 'BLIK_CODE' }))).toBe('BLIK_CODE')
    expect(missing(withoutBrowser({ type: 'BLIK_CODE', secretOwner: 'api' }))).toBeUndefined()
    expect(missing(withoutBrowser({ type: 'BLIK_UID', alias: 'a' }))).toBeUndefined()
  })

  test('of a bank is nothing', () => {
    expect(missing(withoutBrowser({ type: 'PBL', bank: 'SIMBANK' }))).toBeUndefined()
  })

  test('of a stored card is the CVV where the merchant asks for it', () => {
    const merchant = { ...base.merchant, cvvForTokens: true }
    const stored: Instrument = { ...cardWithoutCvv, type: 'COF' }
    expect(missing(payment(stored))).toBeUndefined()
    expect(missing(payment(stored, { merchant }))).toBe('CARD_CVV')
    expect(missing(payment({ ...cardInstrument, type: 'COF' }, { merchant }))).toBeUndefined()
  })

  test('of a stored card whose CVV was given and lost is that CVV, asked for or not', () => {
    const stored: Instrument = { ...cardWithoutCvv, type: 'COF' }
    expect(wants(payment(stored, { phase: 'awaitingDetails' }))).toBe('CARD_CVV')
    const ofMerchant = { ...merchantInitiated, phase: 'awaitingDetails' as const }
    expect(wants(payment(cardWithoutCvv, ofMerchant))).toBe('CARD_CVV')
  })

  test('of a token that cannot be used is nothing: it is refused', () => {
    expect(missing(withoutBrowser({ ...cardWithoutCvv, tokenUsable: false }))).toBeUndefined()
    expect(missing(withoutBrowser({ ...cardWithoutCvv, tokenUsable: true }))).toBe('CARD_CVV')
  })

  test('of a payment that the merchant initiates is nothing, whatever the card', () => {
    const card = withoutBrowser(cardWithoutCvv)
    expect(missing({ ...card, ...merchantInitiated })).toBeUndefined()
  })
})

describe('strong authentication', () => {
  test.for<[string, Instrument, boolean]>([
    ['a card', cardInstrument, true],
    ['a stored card', { ...cardInstrument, type: 'COF' }, true],
    ['a wallet with a bare card number', { type: 'GPAY', walletAuth: 'PAN_ONLY' }, true],
    ['a wallet with a cryptogram', { type: 'GPAY', walletAuth: 'CRYPTOGRAM' }, false],
    ['a wallet that is still closed', { type: 'GPAY' }, false],
    ['a network token', { type: 'VTS' }, false],
    ['BLIK', { type: 'BLIK_CODE' }, false],
    ['a bank', { type: 'PBL' }, false],
  ])('is due for %s: %o %s', ([, instrument, due]) => {
    expect(needsAuthentication(payment(instrument))).toBe(due)
  })

  test('is not due without an instrument, nor when the merchant initiates', () => {
    expect(needsAuthentication(bare)).toBe(false)
    expect(needsAuthentication(payment(cardInstrument, merchantInitiated))).toBe(false)
  })
})

describe('what a payment waits for', () => {
  const apps = [{ app: '1', label: 'one' }]

  test('is what is missing while it gathers, or was asked again', () => {
    expect(wants(payment(cardWithoutCvv))).toBe('CARD_CVV')
    expect(wants(payment(cardWithoutCvv, { phase: 'awaitingDetails' }))).toBe('CARD_CVV')
    expect(wants(payment({ type: 'BLIK_UID' }, { phase: 'awaitingDetails', apps }))).toBe(
      'BLIK_APP',
    )
    expect(wants({ ...bare, apps })).toBe('INSTRUMENT')
  })

  test('is what was lost, the challenge or the capture, and in every other phase nothing', () => {
    const asked = (Object.keys(statusOfPhase) as Phase[]).flatMap((phase) => {
      const want = wants(payment(cardInstrument, { phase }))
      return want ? [[phase, want]] : []
    })
    expect(asked).toEqual([
      ['awaitingDetails', 'CARD_CVV'],
      ['challenging', 'CARD_3DS'],
      ['redirected', 'CARD_3DS'],
      ['authorized', 'CAPTURE'],
    ])
  })
})

test('the next step is still being found out while a provider has yet to name it', () => {
  const call = { id: 'c', reference: 'c', amountMinor: 1, attempt: 1 }
  const moving = (phase: Phase, kind?: 'blikPay' | 'bankStart' | 'blikInquire') =>
    inMotion(payment(cardInstrument, { phase, calls: kind ? [{ ...call, kind }] : [] }))
  expect(moving('opening')).toBe(true)
  expect(moving('authenticating')).toBe(true)
  expect(moving('awaitingPayer', 'blikPay')).toBe(true)
  expect(moving('awaitingPayer', 'bankStart')).toBe(true)
  expect(moving('awaitingPayer', 'blikInquire')).toBe(false)
  expect(moving('awaitingPayer')).toBe(false)
  expect(moving('authorizing', 'blikPay')).toBe(false)
})
