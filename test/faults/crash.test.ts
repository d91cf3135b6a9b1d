import { describe, expect, test } from 'vitest'
import { isShort } from '../support/run-options.ts'
import { crashOverAccounts } from './crash-over-accounts.ts'
import { crashOverAdyen } from './crash-over-adyen.ts'
import { crashOverAutopay } from './crash-over-autopay.ts'
import { crashOverRedirect } from './crash-over-redirect.ts'
import { crashOverStored } from './crash-over-stored.ts'
import { crashOverStripe } from './crash-over-stripe.ts'
import { allCommands, deaths, dieAt, launchWorld, places, pointsOf } from './crash.ts'

const world = launchWorld()

describe('processes killed during create, cancel, capture, adjust and refund', () => {
  test.for(deaths(isShort).map((wanted) => [wanted.join(', '), wanted] as const))(
    'at %s: each happens once',
    ([, wanted]) => dieAt(world(), wanted, allCommands),
  )

  test('every place has a point on the way of every command but those that a reversal has not', () => {
    const points = places.flatMap((place) => pointsOf(place, allCommands))
    expect(points).toHaveLength(3 * 5 + 2 + 4 + 3 * 5 + 4)
    expect(deaths(false).flat().sort()).toEqual([...places].sort())
  })
})

// On the same stack: to start one takes as long as several deaths.
if (!isShort) {
  crashOverAutopay(world)
  crashOverStripe(world)
  crashOverAccounts(world)
  crashOverRedirect(world)
  crashOverAdyen(world)
  crashOverStored(world)
}
