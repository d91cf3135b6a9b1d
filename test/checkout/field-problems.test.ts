import { describe, expect, test } from 'vitest'
import {
  cardNumberProblem,
  codeProblem,
  cvvProblem,
  expDateIn,
  expiryProblem,
} from '../../src/checkout/field-problems.ts'

const now = Date.UTC(2026, 10, 15)

test.each([
  ['4000 0000 0000 1000', undefined],
  ['', 'empty'],
  ['4000 0000 0000 100', 'oneShort'],
  ['4000 0000', 'short'],
  ['4000 0000 0000 1001', 'mistyped'],
  ['4000 0000 0000 1000 0000 1', 'long'],
  ['4000-0000-0000-100x', 'mistyped'],
  ['3782 820000 0100', 'oneShort'],
  ['3782 820000 01006', undefined],
  ['6700 0000 00', 'short'],
])('of the card number %s it is said: %s', (text, problem) => {
  expect(cardNumberProblem(text)).toBe(problem)
})

describe('a date', () => {
  test.each([
    ['12/30', '203012'],
    ['1/30', '203001'],
    ['12 / 2030', '203012'],
    ['1230', '203012'],
    ['11/26', '202611'],
  ])('%s is %s', (text, expDate) => {
    expect(expDateIn(text)).toBe(expDate)
    expect(expiryProblem(text, now)).toBeUndefined()
  })

  test.each([
    ['', 'empty'],
    ['13/30', 'noMonth'],
    ['00/30', 'noMonth'],
    ['10/26', 'past'],
    ['12/3', 'noDate'],
    ['abc', 'noDate'],
    ['2030/12', 'noDate'],
  ])('%s is none to pay with: %s', (text, problem) => {
    expect(expiryProblem(text, now)).toBe(problem)
  })
})

test.each([
  ['123', '4000 0000 0000 1000', undefined],
  ['12', '4000 0000 0000 1000', 'oneShort'],
  ['1234', '4000 0000 0000 1000', 'long'],
  ['123', '3782 820000 01006', 'oneShort'],
  ['1234', '3782 820000 01006', undefined],
  ['1234', undefined, undefined],
  ['1', undefined, 'short'],
  ['', undefined, 'empty'],
])('of the security code %s for the card %s it is said: %s', (cvv, number, problem) => {
  expect(cvvProblem(cvv, number)).toBe(problem)
})

test.each([
  ['777 123', undefined],
  ['77712', 'oneShort'],
  ['777', 'short'],
  ['7771234', 'long'],
  ['', 'empty'],
])('of the BLIK code %s it is said: %s', (code, problem) => {
  expect(codeProblem(code)).toBe(problem)
})
