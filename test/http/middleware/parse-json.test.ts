import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../src/http/middleware/parse-json.ts'

describe('a body', () => {
  test.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
    ['{"a":"}{\\"[,","b":"\\\\"}'],
    ['{"text":"\\ud83d\\ude00 😀 \\n"}'],
    ['[{"a":"a"},{"a":"a"}]'],
    ['"a"'],
    ['{"a":"b","b":"a"}'],
  ])('%s is read', (text) => expect(parseJson(text)).toEqual(JSON.parse(text)))

  test.each([
    ['a member twice', '{"a":1,"a":2}'],
    ['a member twice, once in disguise', '{"a":1,"\\u0061":2}'],
    ['a member twice, further down', '{"x":[{"order":{"amount":1,"currency":"PLN","amount":2}}]}'],
    ['half a character', '{"a":"\\ud83d"}'],
    ['the other half', '{"a":"\\ude00\\ud83d"}'],
    ['half a character as a name', '{"\\ud83d":1}'],
    ['a NUL', '{"a":"\\u0000"}'],
    ['a string without an end', '{"a":"x'],
    ['nothing in it', ''],
    ['nesting without end', '['.repeat(30_000)],
  ])('with %s is refused', (_, text) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'malformed_json' }))
  })
})

test('a NUL is called what it is, wherever it stands', () => {
  const detail = 'The body has text with a NUL character'
  for (const text of ['{"unknown":"a\\u0000"}', '{"\\u0000":1}', '{"a":["\0"]}'])
    expect(() => parseJson(text)).toThrow(detail)
})
