import { beforeAll, describe } from 'vitest'
import { arrangeWorld } from './arrange-world.ts'
import { crashesDuringCreate, launchWorld } from './crash.ts'

const world = launchWorld()

describe("over Stripe's dialect,", () => {
  beforeAll(() => arrangeWorld(world(), { acquirer: 'stripe/main' }))
  crashesDuringCreate(world)
})
