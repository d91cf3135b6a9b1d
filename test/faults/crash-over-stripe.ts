import { beforeAll, describe, test } from 'vitest'
import { isLong } from '../support/run-options.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAt, places } from './crash.ts'
import type { World } from './world.ts'

/** Before the call and after it nothing knows yet, or any more, which provider is called. */
const ofTheCall = places.filter((place) => place.includes('<step>'))

export function crashOverStripe(world: () => World): void {
  describe("over Stripe's dialect, processes killed", () => {
    beforeAll(() => arrangeWorld(world(), { acquirer: 'stripe/main' }))

    test.for(isLong ? places : ofTheCall)('at %s cost no payment and no second charge', (place) =>
      dieAt(world(), place, ['create', 'refund']),
    )
  })
}
