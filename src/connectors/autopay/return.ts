import { valuesOf } from './fields.ts'
import { isProven } from './hash.ts'
import type { MessageReader } from './sealed-field.ts'

/** A payer's browser that comes back says which order it was, and never how it ended. */
export const isReturnProven = (
  { serviceId, orderId, hash }: { serviceId: string; orderId: string; hash: string },
  reader: MessageReader,
): boolean =>
  serviceId === reader.serviceId &&
  reader.sealings.some((sealing) =>
    isProven(valuesOf('returned', { ServiceID: serviceId, OrderID: orderId }), hash, sealing),
  )
