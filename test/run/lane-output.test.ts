import { expect, test } from 'vitest'
import { mixOutput } from './lane-output.ts'

test('lines of progress go out whole and at once, a report in one piece at the end', () => {
  const written: string[] = []
  const output = mixOutput((text) => written.push(text))
  output.take(' ✓ a.test.ts\n ✓ b')
  output.take('.test.ts\n\n')
  expect(written).toEqual([' ✓ a.test.ts\n', ' ✓ b.test.ts\n'])
  output.take('⎯⎯⎯ \u001b[41mFailed Tests 1\u001b[0m ⎯\nFAIL c.test.ts\n')
  output.take(' ✗ last words')
  expect(written).toHaveLength(2)
  output.end()
  expect(written.slice(2).join('')).toContain('FAIL c.test.ts\n ✗ last words\n')
})
