import { expect, test } from 'vitest'
import { compareVersions, highestCommonVersion } from '../../src/domain/protocol-version.ts'

const range = (start: string, end: string) => ({ start, end })

test.each([
  ['all speak 2.1.0 to 2.2.0', [range('2.1.0', '2.2.0'), range('2.1.0', '2.2.0')], '2.2.0'],
  ['one stops at 2.1.0', [range('2.1.0', '2.2.0'), range('2.1.0', '2.1.0')], '2.1.0'],
  ['one starts at 2.2.0', [range('2.2.0', '2.2.0'), range('2.1.0', '2.2.0')], '2.2.0'],
  ['others speak 2.3.1, we do not', [range('2.1.0', '2.3.1')], '2.2.0'],
  ['one speaks only 2.3.1', [range('2.3.1', '2.3.1')], undefined],
  ['the ranges do not meet', [range('2.1.0', '2.1.0'), range('2.2.0', '2.2.0')], undefined],
  ['an end looks smaller as text', [range('2.1.0', '2.10.0')], '2.2.0'],
  ['a version is unreadable', [range('2.1.0', 'latest')], undefined],
  ['nobody limits us', [], '2.2.0'],
])('the highest common version when %s', (_name, ranges, version) => {
  expect(highestCommonVersion(ranges)).toBe(version)
})

test('versions compare as numbers', () => {
  expect(compareVersions('2.10.0', '2.9.9')).toBeGreaterThan(0)
  expect(compareVersions('2.2.0', '2.2.0')).toBe(0)
  expect(compareVersions('2.1.9', '2.2.0')).toBeLessThan(0)
})
