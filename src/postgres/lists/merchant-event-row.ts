import type { EventType } from '../../domain/event-type.ts'

export interface MerchantEventRow {
  eventId: string
  type: EventType
  createdAt: Date
  data: Record<string, unknown>
}

export interface EventReader {
  merchantId: string
  agentId?: string | undefined
}

export interface EventPlace {
  /** The position that the page follows; from the beginning of the list when absent. */
  after: number | undefined
  limit: number
  types?: readonly EventType[] | undefined
  newestFirst?: boolean | undefined
}
