import { expect, test } from 'vitest'
import { scrub } from '../../src/domain/data/personal-data.ts'

test('what is about a person is gone at any depth, money and times stay', () => {
  const at = new Date(0)
  const call = { amountMinor: 5, email: 'jan@b.eu', ip: '192.0.2.7', browser: { language: 'pl' } }
  expect(scrub({ at, list: [{ call, customer: { name: 'Jan' }, cavv: 'proof' }] })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    list: [{ call: { amountMinor: 5 } }],
  })
})
