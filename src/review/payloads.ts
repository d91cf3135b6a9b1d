import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common'

/** A history with every payload changed, in place; payloads stand at any depth of its events. */
export async function mapPayloads(
  value: unknown,
  change: (payload: Payload) => Payload | Promise<Payload>,
): Promise<void> {
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (isPayload(inner)) value[name] = await change(inner)
    else if (isObject(inner) && !(inner instanceof Uint8Array)) await mapPayloads(inner, change)
  }
}

/** With what is encrypted made readable; what was sent in the clear is marked, as for the worker. */
export const decodePayloads = (
  history: unknown,
  codec: PayloadCodec,
  context: SerializationContext,
): Promise<void> =>
  mapPayloads(history, async (payload) => (await codec.decode([payload], context))[0] ?? payload)

/** The value of a payload that holds JSON. */
export function jsonOf({ metadata, data }: Payload): unknown {
  if (textOf(metadata?.encoding) !== 'json/plain' || !data) return undefined
  return JSON.parse(textOf(data))
}

export const withJson = (payload: Payload, value: unknown): Payload => ({
  ...payload,
  data: Buffer.from(JSON.stringify(value)),
})

const textOf = (bytes: Uint8Array | null | undefined): string =>
  bytes ? Buffer.from(bytes).toString() : ''

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isPayload(value: unknown): value is Payload {
  if (!isObject(value)) return false
  const { metadata } = value
  return isObject(metadata) && metadata.encoding instanceof Uint8Array
}
