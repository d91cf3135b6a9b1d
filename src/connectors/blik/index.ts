import type { Settles } from '../acquirer.ts'
import { createHttp } from '../http.ts'
import type { ProviderOptions } from '../http.ts'
import { createClient } from './client.ts'
import type { Blik } from '../blik.ts'

export type { FollowUpRequest } from '../follow-up.ts'
export type { RefundInquiry, RefundOutcome } from '../refund.ts'
export { parseMessage } from './mapping.ts'
export type * from '../blik.ts'

export const createBlik = (options: ProviderOptions): Blik & Settles =>
  createClient(createHttp(options))
