import { afterEach, expect, test, vi } from 'vitest'
import { timeAndDistance } from '../../src/desk/relative-time.ts'
import { coloured, showsColours, terminalWidth } from '../../src/cli/terminal.ts'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
  vi.unstubAllEnvs()
})

test('statuses have colours, and other words none', () => {
  expect(coloured('status COMPLETED (paid)')).toBe('status \u001b[32mCOMPLETED\u001b[0m (paid)')
  expect(coloured('NEWS of PENDINGS')).toBe('NEWS of PENDINGS')
})

test('neither colours nor a width where no terminal is, and no colours with NO_COLOR', () => {
  process.stdout.isTTY = false
  expect([showsColours(), terminalWidth()]).toEqual([false, undefined])
  process.stdout.isTTY = true
  vi.stubEnv('NO_COLOR', '1')
  expect(showsColours()).toBe(false)
})

const now = Date.parse('2026-11-15T12:00:00.000Z')
test.each([
  [now - 3_000, '2026-11-15T11:59:57.000Z (3 s ago)'],
  [now - 200_000, '2026-11-15T11:56:40.000Z (3 min ago)'],
  [now + 7_200_000, '2026-11-15T14:00:00.000Z (in 2 h)'],
  [now + 90 * 86_400_000, '2027-02-13T12:00:00.000Z (in 90 d)'],
  [now, '2026-11-15T12:00:00.000Z (0 s ago)'],
])('%d is %s', (at, text) => {
  expect(timeAndDistance(at, now)).toBe(text)
})
