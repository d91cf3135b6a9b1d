import type { Notifications } from '../../src/postgres/notifications.ts'
import type { Deps } from '../deps.ts'
import type { MerchantSlots } from '../merchant-slots.ts'

export type DeliverDeps = Pick<
  Deps,
  'db' | 'log' | 'metrics' | 'merchants' | 'merchantClient' | 'numberSeal'
>

/** Whatever an attempt to tell a merchant needs. */
export interface Courier extends DeliverDeps {
  notifications: Notifications
  slots: MerchantSlots
}

/** Where a notification stands; `retryAt` is in the payment's time. */
export type Delivered = { settled: true } | { settled: false; retryAt: number }
