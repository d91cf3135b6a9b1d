import type { Payload, PayloadConverter } from '@temporalio/common'
import { defaultPayloadConverter } from '@temporalio/common'
import { Unsealed } from './unsealed.ts'

/** A payload that nobody can read must not block the payment that received it. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: readable as PayloadConverter['fromPayload'],
}

/** The codec runs outside of the sandbox and marks what it did not seal (src/vault/payload-codec.ts). */
const UNSEALED = 'unsealed'

function readable(payload: Payload): unknown {
  const value = valueOf(payload)
  return payload.metadata?.[UNSEALED] === undefined ? value : new Unsealed(value)
}

function valueOf(payload: Payload): unknown {
  try {
    return defaultPayloadConverter.fromPayload(payload)
  } catch {
    return { undecodable: true }
  }
}
