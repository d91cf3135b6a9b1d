import { expect, test } from 'vitest'
import type { Fault } from './plan.ts'
import { strikeAtOnce } from './run.ts'

test('of two roll-outs in one moment the second is left out, as one beside another is', () => {
  const ramp: Fault = { kind: 'ramp', percent: 50, forMs: 1_000, goesBack: false }
  const kill: Fault = { kind: 'kill', process: 'api-1' }
  let isRamping = false
  const storm = {
    can: ({ kind }: Fault) => kind !== 'ramp' || !isRamping,
    strike: ({ kind }: Fault) => {
      isRamping ||= kind === 'ramp'
      return Promise.resolve()
    },
  }
  expect(strikeAtOnce(storm, [ramp, ramp]).map(({ fault }) => fault)).toEqual([ramp])
  expect(strikeAtOnce(storm, [kill, ramp]).map(({ fault }) => fault)).toEqual([kill])
})
