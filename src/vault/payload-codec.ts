import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common'
import { decrypt, encrypt } from './cipher.ts'
import { currentKey, findKey } from './key-ring.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * Encrypts whatever Temporal stores, for the one workflow (and activity) that it is for. What was not
 * sealed here, or for somebody else, is marked and handed on: an exception would block the workflow
 * for ever, a message that is marked can still be refused (workflows/receive.ts).
 */
export function createPayloadCodec(keyRing: KeyRing): PayloadCodec {
  return {
    encode: async (payloads, context) =>
      Promise.resolve(payloads.map((payload) => encodeOne(keyRing, payload, ownerOf(context)))),
    decode: async (payloads, context) =>
      Promise.resolve(payloads.map((payload) => decodeOne(keyRing, payload, context))),
  }
}

const ENCODING = 'binary/encrypted'
const ENCODING_BYTES = Buffer.from(ENCODING)
const YES = Buffer.from('1')

function encodeOne(keyRing: KeyRing, payload: Payload, owner: string | undefined): Payload {
  const { id, key } = currentKey(keyRing.payload)
  return {
    metadata: {
      encoding: ENCODING_BYTES,
      'key-id': Buffer.from(id),
      ...(owner !== undefined && { owner: Buffer.from(owner) }),
    },
    data: encrypt(key, pack(payload), bind(id, owner)),
  }
}

function decodeOne(
  keyRing: KeyRing,
  payload: Payload,
  context: SerializationContext | undefined,
): Payload {
  return openOne(keyRing, payload, context) ?? unsealed(payload)
}

function openOne(
  keyRing: KeyRing,
  { metadata, data }: Payload,
  context: SerializationContext | undefined,
): Payload | undefined {
  if (!data || readText(metadata?.encoding) !== ENCODING) return undefined
  const keyId = readText(metadata?.['key-id'])
  const owner = readText(metadata?.owner)
  if (!belongsTo(owner, context)) return undefined
  const found = findKey(keyRing, (ring) => ring.payload.find(({ id }) => id === keyId))
  if (!found) return undefined
  try {
    return unpack(decrypt(found.key, data, bind(found.id, owner)))
  } catch {
    return undefined
  }
}

const unsealed = (payload: Payload): Payload => ({
  ...payload,
  metadata: { ...payload.metadata, unsealed: YES },
})

/** The workflow that a payload is for, and the one of its activities, if it is about one. */
function ownerOf(context: SerializationContext | undefined): string | undefined {
  if (context?.workflowId === undefined) return undefined
  if (context.type === 'workflow' || context.activityId === undefined) return context.workflowId
  return `${context.workflowId}#${context.activityId}`
}

/** Earlier payloads had no owner; the messages in them are told apart by the workflow. */
function belongsTo(owner: string | undefined, context: SerializationContext | undefined): boolean {
  const here = ownerOf(context)
  if (owner === undefined || here === undefined || owner === here) return true
  // Whoever reads a whole history knows its workflow only.
  if (context?.type === 'workflow' && owner.startsWith(`${here}#`)) return true
  return here.replace(SCHEDULED_AT, '') === owner
}

/** What a schedule appends to the id that it was given. */
const SCHEDULED_AT = /-\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function bind(keyId: string, owner: string | undefined): Buffer {
  return Buffer.from(['payload', keyId, ...(owner === undefined ? [] : [owner])].join('\n'))
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
