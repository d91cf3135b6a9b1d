import type { Payload, PayloadCodec } from '@temporalio/common'
import { decrypt, encrypt } from './cipher.ts'
import { currentKey, findKey } from './key-ring.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * Encrypts whatever Temporal stores. What it cannot decode it returns unchanged: an exception
 * here would block the workflow for ever, an unreadable message can still be refused.
 */
export function createPayloadCodec(keyRing: KeyRing): PayloadCodec {
  return {
    encode: async (payloads) =>
      Promise.resolve(payloads.map((payload) => encodeOne(keyRing, payload))),
    decode: async (payloads) =>
      Promise.resolve(payloads.map((payload) => decodeOne(keyRing, payload))),
  }
}

const ENCODING = 'binary/encrypted'
const ENCODING_BYTES = Buffer.from(ENCODING)

function encodeOne(keyRing: KeyRing, payload: Payload): Payload {
  const { id, key } = currentKey(keyRing.payload)
  return {
    metadata: { encoding: ENCODING_BYTES, 'key-id': Buffer.from(id) },
    data: encrypt(key, pack(payload), bindKey(id)),
  }
}

function decodeOne(keyRing: KeyRing, payload: Payload): Payload {
  const { metadata, data } = payload
  if (!data || readText(metadata?.encoding) !== ENCODING) return payload
  const keyId = readText(metadata?.['key-id'])
  const found = findKey(keyRing, (ring) => ring.payload.find(({ id }) => id === keyId))
  if (!found) return payload
  try {
    return unpack(decrypt(found.key, data, bindKey(found.id)))
  } catch {
    return payload
  }
}

function bindKey(keyId: string): Buffer {
  return Buffer.from(`payload\n${keyId}`)
}

// The length of the metadata, the metadata as JSON, and the data as it is.
function pack({ metadata, data }: Payload): Buffer {
  const entries = Object.entries(metadata ?? {})
  const texts = entries.map(([name, value]) => [name, Buffer.from(value).toString('base64')])
  const head = Buffer.from(JSON.stringify(texts))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  // The data of an empty payload comes out of the workflow's sandbox as a plain array.
  return Buffer.concat([size, head, Buffer.from(data ?? [])])
}

function unpack(bytes: Buffer): Payload {
  const end = 4 + bytes.readUInt32BE(0)
  const texts = JSON.parse(bytes.toString('utf8', 4, end)) as [string, string][]
  const entries = texts.map(([name, value]) => [name, Buffer.from(value, 'base64')] as const)
  return { metadata: Object.fromEntries<Uint8Array>(entries), data: bytes.subarray(end) }
}

function readText(value: Uint8Array | null | undefined): string | undefined {
  return value ? Buffer.from(value).toString() : undefined
}
