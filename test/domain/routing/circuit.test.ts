import { describe, expect, test } from 'vitest'
import type { ChargeSeen } from '../../../src/domain/routing/circuit.ts'
import { circuitOf, SEEN_FOR_MS } from '../../../src/domain/routing/circuit.ts'

const NOW = 1_700_000_000_000
const SECOND = 1_000

/** Newest first: `+` was answered, `-` was not, `t` and `x` the same of a trial; a second apart. */
const seen = (marks: string, ageMs = 0): ChargeSeen[] =>
  [...marks].map((mark, index) => ({
    answered: mark === '+' || mark === 't',
    trial: mark === 't' || mark === 'x',
    at: NOW - ageMs - index * SECOND,
  }))

describe('a circuit', () => {
  test.for([
    ['nothing is known', '', 'closed'],
    ['all is well', '++++++++++', 'closed'],
    ['four in a row failed', '----++++', 'closed'],
    ['five failed, and that is half', '-----+++++', 'open'],
    ['five failed of very many', '-----++++++++++', 'closed'],
    ['every other one fails', '-+-+-+-+-+', 'open'],
  ] as const)('when %s is as it should be', ([, marks, circuit]) => {
    expect(circuitOf(seen(marks), NOW).circuit).toBe(circuit)
  })

  test('half opens half a minute after the last failure', () => {
    expect(circuitOf(seen('-----', 29 * SECOND), NOW).circuit).toBe('open')
    expect(circuitOf(seen('-----', 30 * SECOND), NOW).circuit).toBe('halfOpen')
  })

  test('a trial that fails opens it again, one that is answered closes it at once', () => {
    expect(circuitOf(seen('x-----'), NOW).circuit).toBe('open')
    expect(circuitOf(seen('t------'), NOW)).toEqual({ circuit: 'closed', failures: 0, seen: 1 })
    expect(circuitOf(seen('----t-----'), NOW).circuit).toBe('closed')
    expect(circuitOf(seen('-----t-----'), NOW).circuit).toBe('open')
  })

  test('what is old says nothing', () => {
    expect(circuitOf(seen('-------', SEEN_FOR_MS), NOW).circuit).toBe('closed')
  })
})
