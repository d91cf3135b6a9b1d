/** Payments and the disputes of them, of what is alike. */
export interface DisputeCount {
  name: string
  /** Charged in the time, whatever became of them later. */
  payments: number
  /** Chargebacks that were opened in the time; inquiries do not count. */
  disputes: number
}

export interface DisputeRate extends DisputeCount {
  /** Disputes of so many payments, between 0 and 1; absent where there was no payment. */
  share?: number
  /** From where on the network watches a merchant; both must be reached. */
  watchedFrom?: Watch
  watched?: boolean
}

interface Watch {
  share: number
  disputes: number
}

/**
 * Where the networks' programmes for merchants begin, by month: Visa's VAMP (excessive) and Mastercard's ECM,
 * from the sources that the guide names. They change, and acquirers may be stricter: what stands here warns,
 * and decides nothing.
 */
const watches: Readonly<Record<string, Watch>> = {
  VISA: { share: 0.015, disputes: 1_500 },
  MASTERCARD: { share: 0.015, disputes: 100 },
}

export function rateOf(count: DisputeCount): DisputeRate {
  const { name, payments, disputes } = count
  const share = payments === 0 ? undefined : disputes / payments
  const watch = watches[name]
  return {
    ...count,
    ...(share !== undefined && { share: Math.round(share * 1e6) / 1e6 }),
    ...(watch && {
      watchedFrom: watch,
      watched: disputes >= watch.disputes && (share ?? 0) >= watch.share,
    }),
  }
}
