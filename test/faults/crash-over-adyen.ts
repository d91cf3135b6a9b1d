import { beforeAll, describe, test } from 'vitest'
import { isLong } from '../support/run-options.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAt, ofTheCall, places, together } from './crash.ts'
import type { World } from './world.ts'

/** Nothing can be looked up there: what a dead process has sent is sent again, or closed under its key. */
export function crashOverAdyen(world: () => World): void {
  describe("over Adyen's dialect, processes killed", () => {
    // By a rule, which takes the place of those that another file has set on the same stack.
    beforeAll(() =>
      arrangeWorld(world(), { routes: [{ name: 'adyen', to: [{ via: 'adyen/main' }] }] }),
    )

    test.for(
      together(isLong ? places : ofTheCall).map((wanted) => [wanted.join(', '), wanted] as const),
    )('at %s cost no payment and no second charge', ([, wanted]) =>
      dieAt(world(), wanted, ['create', 'cancel', 'capture', 'refund']),
    )
  })
}
