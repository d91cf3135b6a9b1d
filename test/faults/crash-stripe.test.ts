import { beforeAll, describe, test } from 'vitest'
import { arrangeWorld } from './arrange-world.ts'
import { dieAt, launchWorld, places } from './crash.ts'

const world = launchWorld()

describe("over Stripe's dialect, processes killed", () => {
  beforeAll(() => arrangeWorld(world(), { acquirer: 'stripe/main' }))

  test.for(places)('at %s cost no payment and no second charge', (place) =>
    dieAt(world(), place, ['create', 'refund']),
  )
})
