import { describe, expect, test } from 'vitest'
import { holdsCardNumber } from '../../../src/domain/cards/card-number-in-text.ts'

describe('a text', () => {
  test.each([
    '4000000000001000',
    'my card is 4000 0000 0000 1000, thank you',
    'https://shop.example/?card=4000-0000-0000-1000',
    'amex 378282246310005.',
    'card 4532 0151 1283 0366 please',
    '4532.0151.1283.0366',
    '4532_0151_1283_0366',
    '4532/0151/1283/0366',
    '4532 - 0151 - 1283 - 0366',
    '4532\u200b0151\u200b1283\u200b0366',
    '4\u00ad532015112830366',
    '4\ufe0f\u20e3532015112830366',
    '\uff14\uff15\uff13\uff120151\uff11\uff12\uff18\uff130366', // full-width
    '\u0664\u0665\u0663\u0662\u0660\u0661\u0665\u0661\u0661\u0662\u0668\u0663\u0660\u0663\u0666\u0666', // Arabic
    '\u{1d7d2}532015112830366', // mathematical bold
    'order 12, 4532 0151 1283 0366, 3 pieces',
    '4 5 3 2 0 1 5 1 1 2 8 3 0 3 6 6',
    'x4532015112830366y',
    '6011000990139424', // Discover
    '3530111333300000', // JCB
    '30569309025904', // Diners
    '6200000000000005', // UnionPay
    '2200000000000053', // Mir
    '5018000000000009', // Maestro
    '6500310000000000008', // Elo by its range, Discover by its length
    '9792000000000003', // Troy
    '5700000000000002', // a range that nobody has yet
  ])('%j holds a card number', (text) => expect(holdsCardNumber(text)).toBe(true))

  test.each([
    'order-4000000000001001', // a wrong check digit
    '9999990000000003', // nobody's card
    'PL61109010140000071219812874', // an account
    '61 1090 1014 0000 0712 1981 2874',
    '40000000000010004000000000001000', // longer than any card number
    '400000******1000',
    '1794722035137', // a time
    '2026-11-15T13:34:54.123456Z',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    '+48 600 100 200, +48 600 100 201',
    '',
  ])('%j does not', (text) => expect(holdsCardNumber(text)).toBe(false))

  test('costs no more than its length', () => {
    const started = process.cpuUsage()
    for (const text of ['1 '.repeat(20_000), '1'.repeat(40_000), '4.'.repeat(20_000)])
      holdsCardNumber(text)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })
})

test('no UUID passes for a card number, however many of its digits are decimal', () => {
  for (const id of [
    'order-1f2e3d4c-4532-4015-9112-830366abcdef',
    '0c9e2b7a-3f41-4d1e-8c55-670000000000',
    '45320151-1283-4366-8000-400000000100',
  ])
    expect(holdsCardNumber(`${id}, please`)).toBe(false)
})

test('no random fraction passes for a card number; a card behind any other point does', () => {
  for (const digits of ['4000000000001000', '5555555555554444', '378282246310005'])
    expect(holdsCardNumber(`0.${digits}@example.com`), digits).toBe(false)
  for (const text of ['0. 4000000000001000', '10.4000000000001000', '0.4000.0000.0000.1000'])
    expect(holdsCardNumber(text), text).toBe(true)
})
