export interface Delivery {
  ownerId: string
  sequence: number
  /** One attempt at most: while the sandbox clock is moved, the workflow keeps the schedule. */
  once: boolean
  /** How far the payment's clock is ahead of ours. */
  clockOffsetMs: number
}

/** Where a notification stands; `retryAt` is in the payment's time. */
export type Delivered = { settled: true } | { settled: false; retryAt: number }

export type DeliverActivities = ReturnType<typeof createDeliverActivities>

export const createDeliverActivities = () => ({
  deliverNotification: async (_delivery: Delivery): Promise<Delivered> => ({ settled: true }),
})
