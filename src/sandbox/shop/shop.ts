import type { Receiver } from '../receiver/receiver.ts'
import type { Settings } from '../settings.ts'
import type { GatewayClient } from './gateway-client.ts'
import type { Orders } from './orders.ts'

/** What the shop's pages and orders work with. */
export interface Shop {
  settings: Settings
  gateway: GatewayClient
  orders: Orders
  receiver: Receiver
}
