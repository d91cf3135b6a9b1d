/** Gives the place back; the second time nothing happens. */
export type Leave = () => void

/** Whose request it is; of whom nothing is known yet, only where it comes from. */
export type Arrival = { merchantId: string } | { network: string }

/** Beyond the places there are as many again, for those who have fewer than somebody else. */
const SPARE = 2

/** Merchants have theirs, and strangers others. */
export function createPlaces(most: number, present: () => number = () => most) {
  const [merchants, strangers] = [createCrowd(most, present), createCrowd(most, present)]
  return {
    /** Nothing when there is no place for them now. */
    arrive: (arrival: Arrival): Leave | undefined =>
      'merchantId' in arrival
        ? merchants.arrive(arrival.merchantId)
        : strangers.arrive(arrival.network),
  }
}

/**
 * Places for requests that are being read, judged and carried out. When all that there are at
 * present are taken, whoever has the most finds none, and others still do: nobody's crowd keeps another out.
 */
function createCrowd(most: number, present: () => number) {
  const held = new Map<string, number>()
  let all = 0

  const heldBy = (who: string): number => held.get(who) ?? 0

  const hasPlace = (who: string): boolean =>
    all < Math.min(most, present()) ||
    (all < SPARE * most && heldBy(who) + 1 < Math.max(...held.values()))

  const leave = (who: string): void => {
    all -= 1
    const left = heldBy(who) - 1
    if (left === 0) held.delete(who)
    else held.set(who, left)
  }

  return {
    arrive: (who: string): Leave | undefined => {
      if (!hasPlace(who)) return undefined
      all += 1
      held.set(who, heldBy(who) + 1)
      let isInside = true
      return () => {
        if (isInside) leave(who)
        isInside = false
      }
    },
  }
}
