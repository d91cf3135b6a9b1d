import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  describeReason,
  providerWords,
  reasonGiven,
} from '../../../src/domain/reasons/given-reason.ts'

describe('the words of a provider', () => {
  test.each([
    ['response code 51', 'response code 51'],
    ['refused with 400 bad_request', 'refused with 400 bad_request'],
    ['card 4111 1111 1111 1111 is blocked', 'left out, it names a card'],
    ['4111111111111111', 'left out, it names a card'],
    ['ask jan.kowalski@example.com for it', 'ask (address) for it'],
    ['call +48 600 700 800', 'call +(number)'],
    ['call 600  700\t800', 'call (number)'],
    [' in maintenance! ', 'in maintenance'],
    ['account PL61109010140000071219812874 closed', 'account PL(number) closed'],
    ['two\nlines | <b>and</b> \u0000 marks', 'two lines b and /b marks'],
  ])('%j are kept as %j', (text, kept) => {
    expect(providerWords(text)).toBe(kept)
  })

  test('are cut where they grow long', () => {
    expect(providerWords('word '.repeat(100)).length).toBeLessThanOrEqual(120)
  })
})

test('a reason without words has no member for them', () => {
  expect(reasonGiven({ rejectCode: 'DECLINED', detail: undefined })).toEqual({
    rejectCode: 'DECLINED',
  })
  expect(Object.keys(reasonGiven({ rejectCode: 'DECLINED', detail: undefined }))).toEqual([
    'rejectCode',
  ])
})

test('operators read the code and the words behind it', () => {
  expect(describeReason({ rejectCode: 'CARD_BLOCKED', detail: 'response code 43' })).toBe(
    'CARD_BLOCKED (response code 43)',
  )
  expect(describeReason({ rejectCode: 'CARD_BLOCKED' })).toBe('CARD_BLOCKED')
  expect(describeReason({})).toBe('')
})

test('no technical failure is without its cause', () => {
  const bare = ['src/domain', 'activities']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/domain/reasons/'))
    .filter((file) => readFileSync(file, 'utf8').includes("'SYSTEM_ERROR'"))
  expect(bare).toEqual([])
})
