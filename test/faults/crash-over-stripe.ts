import { beforeAll, describe, test } from 'vitest'
import { isLong } from '../support/run-options.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAt, ofTheCall, places, together } from './crash.ts'
import type { World } from './world.ts'

export function crashOverStripe(world: () => World): void {
  describe("over Stripe's dialect, processes killed", () => {
    beforeAll(() => arrangeWorld(world(), { acquirer: 'stripe/main' }))

    test.for(
      together(isLong ? places : ofTheCall).map((wanted) => [wanted.join(', '), wanted] as const),
    )('at %s cost no payment and no second charge', ([, wanted]) =>
      dieAt(world(), wanted, ['create', 'refund']),
    )
  })
}
