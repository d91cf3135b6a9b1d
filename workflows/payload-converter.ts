import type { Payload, PayloadConverter } from '@temporalio/common'
import { defaultPayloadConverter } from '@temporalio/common'

/** A payload that nobody can read must not block the payment that received it. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: readable as PayloadConverter['fromPayload'],
}

function readable(payload: Payload): unknown {
  try {
    return defaultPayloadConverter.fromPayload(payload)
  } catch {
    return { undecodable: true }
  }
}
