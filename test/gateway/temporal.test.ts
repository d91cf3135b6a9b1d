import { expect, test } from 'vitest'
import { refuseOpenWire } from '../../src/gateway/temporal.ts'

const production = { environment: 'production', temporal: { withoutTls: undefined } } as const

test('production refuses a Temporal server without TLS, unless the setting names the exception', () => {
  expect(() => refuseOpenWire(false, production)).toThrow('TEMPORAL_WITHOUT_TLS')
  expect(() => refuseOpenWire(true, production)).not.toThrow()
  const excused = { ...production, temporal: { withoutTls: 'a mesh encrypts' } }
  expect(() => refuseOpenWire(false, excused)).not.toThrow()
  expect(() => refuseOpenWire(false, { ...production, environment: 'sandbox' })).not.toThrow()
})
