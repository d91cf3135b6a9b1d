import type { IncomingMessage } from 'node:http'
import { isStorable } from '../../domain/texts/storable-text.ts'
import { Refused } from '../refused.ts'
import { parseJson } from './parse-json.ts'

export interface Body {
  raw: Buffer
  /** Undefined when there is no body. */
  value: unknown
}

const MAX_BYTES = 64 * 1024
const MAX_FILE_BYTES = 10 * 1024 * 1024
/** A little more is read and thrown away, so that the caller gets to read the refusal. */
const MAX_DISCARDED_BYTES = 1024 * 1024

/** Programs send JSON, browsers forms; a browser's form must not be answered with objects. */
export type BodyKind = 'json' | 'form' | 'file' | 'upload'

/** Reads a request's body in the order of the contract: 415, then 413, then 400. */
export async function readBody(
  request: IncomingMessage,
  kinds: readonly BodyKind[],
  mostBytes = MAX_BYTES,
): Promise<Body> {
  const type = mediaTypeOf(request.headers['content-type'])
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' || (type !== 'none' && !kinds.some((one) => one === type))) {
    throw new Refused('unsupported_media_type')
  }
  const isFile = type === 'file' || type === 'upload'
  const raw = await readBytes(request, isFile ? MAX_FILE_BYTES : mostBytes)
  if (raw.length === 0) return { raw, value: undefined }
  if (type === 'none') throw new Refused('unsupported_media_type')
  if (isFile) return { raw, value: undefined }
  const text = decode(raw)
  return { raw, value: type === 'form' ? parseForm(text) : parseJson(text) }
}

function mediaTypeOf(header: string | undefined): 'none' | BodyKind | 'other' {
  if (header === undefined) return 'none'
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every((one) => !/^charset\b/.test(one) || UTF8.test(one))
  if (!isUtf8) return 'other'
  if (type === 'application/json') return 'json'
  if (FILES.has(type)) return 'file'
  if (type === 'multipart/form-data') return 'upload'
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'other'
}

const FILES = new Set(['application/pdf', 'image/png', 'image/jpeg'])
const UTF8 = /^charset\s*=\s*"?utf-?8"?$/

function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const mostDiscarded = Math.max(MAX_DISCARDED_BYTES, 2 * mostBytes)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > mostBytes) chunks.length = 0
      else chunks.push(chunk)
      if (size > mostDiscarded) hangUp()
    }
    // The stream is paused rather than destroyed: with it would go the answer.
    const hangUp = (): void => {
      request.off('data', take).pause()
      reject(tooLarge(mostBytes, { connection: 'close' }))
    }
    request.on('data', take)
    request.once('end', () => {
      if (size > mostBytes) reject(tooLarge(mostBytes))
      else resolve(joined(chunks))
    })
    request.once('error', reject)
    request.once('close', () => {
      reject(new Error('the caller hung up'))
    })
    if (Number(request.headers['content-length']) > mostDiscarded) hangUp()
  })
}

const tooLarge = (mostBytes: number, headers: Record<string, string> = {}): Refused =>
  new Refused('body_too_large', {
    headers,
    ...(mostBytes === MAX_FILE_BYTES && { detail: 'The file is larger than 10 MiB' }),
  })

/** A card number may be among the bytes: one copy is kept, and whoever needs it no more overwrites it. */
function joined(chunks: readonly Buffer[]): Buffer {
  // Not of the pool that others share: what is freed there lives on.
  const raw = Buffer.alloc(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    at += chunk.copy(raw, at)
    chunk.fill(0)
  }
  return raw
}

function decode(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw new Refused('malformed_json', { detail: 'The body is not UTF-8' })
  }
}

function parseForm(text: string): unknown {
  const fields = [...new URLSearchParams(text)]
  if (!fields.flat().every(isStorable))
    throw new Refused('malformed_json', { detail: 'The form has text that is not valid Unicode' })
  return Object.fromEntries(fields)
}
