import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common'

/** A payload that nobody can read must not block the payment that received it. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: <T>(payload: Payload): T => readable(payload) as T,
}

function readable(payload: Payload): unknown {
  try {
    return defaultPayloadConverter.fromPayload(payload)
  } catch {
    return { undecodable: true }
  }
}
