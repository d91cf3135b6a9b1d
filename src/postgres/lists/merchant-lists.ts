import type { BalanceEntry } from './balance-entries.ts'
import { listBalanceEntries } from './balance-entries.ts'
import type { Db } from '../db.ts'
import type { MerchantEvents } from './merchant-events.ts'
import { createMerchantEvents } from './merchant-events.ts'
import type { NotificationLine } from '../notification-log.ts'
import { listNotifications } from '../notification-log.ts'
import type { PaymentFilter, PaymentSort, PaymentRow } from './payment-lists.ts'
import { listPaymentPage } from './payment-lists.ts'
import type { Balance } from '../payments.ts'
import { readBalances } from '../payments.ts'

type After = readonly (string | number)[] | undefined

/** What merchants list about themselves; every read names the merchant. */
export interface MerchantLists {
  payments(
    filter: PaymentFilter,
    page: { order: PaymentSort; after: After; limit: number },
  ): Promise<PaymentRow[]>
  events: MerchantEvents
  /** The notification of an event, once it has found its end. */
  settledNotification(eventId: string): Promise<NotificationLine | undefined>
  balances(merchantId: string): Promise<Balance[]>
  balanceEntries(
    merchantId: string,
    page: { currency?: string | undefined; after: After; limit: number },
  ): Promise<BalanceEntry[]>
}

export const createMerchantLists = (db: Db): MerchantLists => ({
  payments: (filter, page) => listPaymentPage(db, filter, page),
  events: createMerchantEvents(db),
  settledNotification: async (eventId) =>
    (await listNotifications(db, { eventId, settled: true, limit: 1 }))[0],
  balances: (merchantId) => readBalances(db, merchantId),
  balanceEntries: (merchantId, page) => listBalanceEntries(db, merchantId, page),
})
