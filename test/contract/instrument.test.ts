import { describe, expect, test } from 'vitest'
import { CardNumber, Instrument } from '../../src/contract/instrument.ts'
import {
  PatchInstrumentRequest,
  PutInstrumentRequest,
} from '../../src/contract/instrument-request.ts'
import { problems, words } from './problems.ts'

const card = { type: 'CARD', instrumentNo: '4000000000001000', expDate: '203012' }
const jwe = 'aaaa.bbbb.cccc.dddd.eeee'

describe('an instrument suffices', () => {
  test.each([
    card,
    { ...card, cvv: '1234' },
    { type: 'CARD', encInstrumentNo: jwe, encExpDate: jwe, encCvv: jwe },
    { type: 'COF', instrumentNo: 'not-a-card' },
    { type: 'VTS', instrumentRef: 'ref' },
    { type: 'SCOF', instrumentRef: 'ref' },
    { type: 'APAY', token: 'e30=' },
    { type: 'GPAY', token: 'e30=' },
    { type: 'C2P', payload: 'a.b.c' },
    { type: 'BLIK_CODE', code: '777123' },
    { type: 'BLIK' },
    { type: 'BLIK_UID', alias: 'alias-one' },
    { type: 'BLIK_PAYID', alias: 'alias-one', app: '1001' },
    { type: 'PBL', bank: 'SIMBANK' },
    { type: 'PBL', bankId: 1, provider: 'BM' },
  ])('%j', (instrument) => expect(problems(Instrument, instrument)).toEqual([]))
})

describe('an instrument does not suffice', () => {
  test.each([
    [{}, ['type']],
    [{ type: 'CASH' }, ['type']],
    [{ type: 'CARD' }, ['instrumentNo', 'expDate']],
    [{ ...card, expDate: '202013' }, ['expDate']],
    [{ ...card, expDate: '202001' }, ['expDate']],
    [{ ...card, expDate: '2030-12' }, ['expDate']],
    [{ ...card, cvv: '12' }, ['cvv']],
    [{ ...card, instrumentNo: '4000 0000 0000 1000' }, ['instrumentNo']],
    [{ type: 'CARD', encInstrumentNo: 'plain', expDate: '203012' }, ['encInstrumentNo']],
    [{ type: 'COF' }, ['instrumentNo']],
    [{ type: 'VTS' }, ['instrumentRef']],
    [{ type: 'GPAY' }, ['token']],
    [{ type: 'C2P' }, ['payload']],
    [{ type: 'BLIK_CODE' }, ['code']],
    [{ type: 'BLIK_CODE', code: '12' }, ['code']],
    [{ type: 'BLIK_UID' }, ['alias']],
    [{ type: 'PBL' }, ['bank']],
  ])('%j lacks %j', (instrument, fields) => {
    expect(problems(Instrument, instrument)).toEqual(fields)
  })
})

test('no complaint quotes a secret', () => {
  const secrets = { instrumentNo: '4000000000001001', cvv: '98765', code: '1234567' }
  const said = words(Instrument, { type: 'CARD', expDate: '203012', ...secrets })
  for (const secret of Object.values(secrets)) expect(said).not.toContain(secret)
})

describe('PUT', () => {
  test('takes the instrument flat and wrapped, with or without the device', () => {
    const device = { ip: '127.0.0.1' }
    expect(PutInstrumentRequest.parse(card)).toEqual({ instrument: card })
    expect(PutInstrumentRequest.parse({ instrument: card })).toEqual({ instrument: card })
    expect(PutInstrumentRequest.parse({ ...card, device })).toEqual({ instrument: card, device })
    expect(PutInstrumentRequest.parse({ instrument: card, device })).toEqual({
      instrument: card,
      device,
    })
    expect(PutInstrumentRequest.parse({ device })).toEqual({ device })
  })
  test('names the fields under the instrument, and refuses an empty body', () => {
    expect(problems(PutInstrumentRequest, { type: 'BLIK_CODE', code: '12' })).toEqual([
      'instrument.code',
    ])
    expect(problems(PutInstrumentRequest, {})).toEqual([''])
    expect(problems(PutInstrumentRequest, undefined)).toEqual([''])
  })
})

describe('PATCH', () => {
  test('takes any attribute, flat and wrapped', () => {
    expect(PatchInstrumentRequest.parse({ cvv: '123' })).toEqual({ instrument: { cvv: '123' } })
    expect(PatchInstrumentRequest.parse({ instrument: { app: '1002' } })).toEqual({
      instrument: { app: '1002' },
    })
  })
  test('refuses a body without any', () => {
    expect(problems(PatchInstrumentRequest, { colour: 'red' })).toEqual([''])
    expect(problems(PatchInstrumentRequest, { cvv: null })).toEqual([''])
  })
})

test('a card is looked up without its expiry date', () => {
  expect(problems(CardNumber, { type: 'CARD', instrumentNo: '4000000000001000' })).toEqual([])
  expect(problems(CardNumber, { instrumentNo: '4000000000001001' })).toEqual(['instrumentNo'])
  expect(problems(CardNumber, { type: 'PBL', instrumentNo: 'x' })).toEqual(['type'])
  expect(problems(CardNumber, {})).toEqual(['instrumentNo'])
})
