import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../src/connectors/exchange-words.ts'

const NUMBER = '4242424242424242'
const concealed = new Set([NUMBER, '737', '203412'])

describe('what a provider was asked', () => {
  test('stays as it was written, but for what is a card’s or opens something', () => {
    const asked = { reference: 'abc-auth-1', amount: { value: 9_999, currency: 'PLN' } }
    const card = { number: NUMBER, cvc: '737', expiryMonth: '12', holderName: 'Jan' }
    expect(JSON.parse(wordsOf(JSON.stringify({ ...asked, paymentMethod: card })))).toEqual({
      ...asked,
      paymentMethod: {
        number: '(withheld)',
        cvc: '(withheld)',
        expiryMonth: '(withheld)',
        holderName: 'Jan',
      },
    })
  })

  test('in a form as well, by the last part of a name', () => {
    const form = new URLSearchParams({
      type: 'card',
      'card[number]': NUMBER,
      'card[cvc]': '737',
      'metadata[reference]': 'r-1',
    })
    expect(wordsOf(form.toString())).toBe(
      'type=card&card[number]=(withheld)&card[cvc]=(withheld)&metadata[reference]=r-1',
    )
  })

  test('in XML as well', () => {
    const xml = `<r><OrderID>o1</OrderID><AuthorizationCode>777123</AuthorizationCode></r>`
    expect(wordsOf(xml)).toBe(
      '<r><OrderID>o1</OrderID><AuthorizationCode>(withheld)</AuthorizationCode></r>',
    )
  })
})

describe('no card is heard, wherever somebody puts it', () => {
  const spelled = ['4242 4242 4242 4242', '4242-4242-4242-4242', `card ${NUMBER} was declined`]
  const places: ((value: string) => string)[] = [
    (value) => JSON.stringify({ error: { message: value } }),
    (value) => JSON.stringify({ deep: [{ unusual: [value] }] }),
    (value) => JSON.stringify({ [value]: 1 }),
    (value) => JSON.stringify(value),
    (value) => new URLSearchParams({ note: value }).toString(),
    (value) => new URLSearchParams({ [value]: 'x' }).toString(),
    (value) => `<a><b>${value}</b></a>`,
    (value) => `<html><p class="x">${value}</p></html>`,
    (value) => `502 bad gateway\n${value}`,
    (value) => `{"broken": "${value}"`,
  ]
  test.each(spelled)('%s', (value) => {
    for (const place of places)
      expect(wordsOf(place(value)).replace(/\D/g, ''), place(value)).not.toContain(NUMBER)
  })

  test('as a number of JSON', () => {
    expect(wordsOf(`{"a":${NUMBER}}`)).not.toContain(NUMBER)
  })

  test.each(['737', '203412'])('nor a value that was concealed: %s', (secret) => {
    for (const place of places) {
      const heard = wordsOf(place(`the value ${secret} is wrong`), concealed)
      const isName = place === places[2] || place === places[5]
      if (!isName) expect(heard, place('x')).not.toContain(secret)
    }
    expect(wordsOf('{"id":"pi_a737b"}', concealed)).toBe('{"id":"pi_a737b"}')
  })
})

test('a code of BLIK is withheld, the code of a reason is not', () => {
  expect(wordsOf('{"code":"777123"}')).toBe('{"code":"(withheld)"}')
  expect(wordsOf('{"code":"card_declined"}')).toBe('{"code":"card_declined"}')
})

test('what is longer than anybody reads is counted', () => {
  expect(wordsOf(JSON.stringify({ blob: 'x'.repeat(1_000) }))).toBe('{"blob":"(1000 letters)"}')
  const long = wordsOf(JSON.stringify(Array.from({ length: 5_000 }, () => 'word')))
  expect(long.length).toBeLessThan(8_100)
})
