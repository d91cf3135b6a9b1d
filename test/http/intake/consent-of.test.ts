import { expect, test } from 'vitest'
import { consentOf } from '../../../src/http/intake/consent-of.ts'

test('what the payer has agreed to is kept as it was told, with the time and the address', () => {
  const consents = [{ type: 'STORE_CARD', version: '3', text: 'Zgadzam się', acceptedAt: 'now' }]
  const before = Date.now()
  const kept = consentOf({ consents, device: { ip: '203.0.113.9' } })
  expect(JSON.parse(kept!.statement)).toEqual(consents)
  expect(kept!.ip).toBe('203.0.113.9')
  expect(kept!.receivedAt).toBeGreaterThanOrEqual(before)
})

test('where nothing is told there is nothing to prove, but a plain word counts', () => {
  expect(consentOf({ device: { ip: '203.0.113.9' } })).toBeUndefined()
  expect(consentOf({ consents: false })).toMatchObject({ statement: 'false' })
})
