import { inflateSync } from 'node:zlib'
import { CARD_NUMBER_PROBLEM, hasNoCardNumber } from '../../contract/fields.ts'
import { EvidenceText } from '../../contract/disputes/disputes.ts'
import type { EvidenceType } from '../../domain/dispute/dispute.ts'
import { fileTypeOf, isFileType } from '../../domain/dispute/evidence-file.ts'
import { checkFields } from '../middleware/check-fields.ts'
import { invalidField, Refused } from '../refused.ts'

interface Given {
  mediaType: EvidenceType
  content: Buffer
}

/** What was put forward, as a text or as a file that is what it says, without a card number in it. */
export function readEvidence(
  contentType: string | undefined,
  body: unknown,
  rawBody: Buffer,
): Given {
  const [type = ''] = (contentType ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  if (mediaType === 'application/json') return textOf(body)
  if (!isFileType(mediaType)) throw new Refused('unsupported_media_type')
  if (fileTypeOf(rawBody) !== mediaType)
    throw invalidField('body', `is not what its Content-Type says: ${mediaType}`)
  // The bytes are overwritten when the request is over.
  const content = Buffer.from(rawBody)
  if (!textsIn(mediaType, content).every(hasNoCardNumber))
    throw invalidField('body', CARD_NUMBER_PROBLEM)
  return { mediaType, content }
}

function textOf(body: unknown): Given {
  const { body: checked } = checkFields({
    params: { schema: undefined, value: {} },
    query: { schema: undefined, value: {} },
    body: { schema: EvidenceText, value: body },
  })
  const { text } = checked as { text: string }
  return { mediaType: 'text/plain', content: Buffer.from(text, 'utf8') }
}

/** What of a file is text: of a PDF also what it has compressed. Pictures are not read. */
const textsIn = (mediaType: EvidenceType, content: Buffer): string[] =>
  mediaType === 'application/pdf'
    ? [content.toString('latin1'), ...streamsOf(content)]
    : [printable(content)]

const MOST_INFLATED = 20 * 1024 * 1024

function* streamsOf(content: Buffer): Generator<string> {
  let left = MOST_INFLATED
  for (let at = content.indexOf('stream'); at !== -1 && left > 0;) {
    const end = content.indexOf('endstream', at)
    if (end === -1) return
    const start = content[at + 6] === 0x0d ? at + 8 : at + 7
    const inflated = inflate(content.subarray(start, end), left)
    left -= inflated.length
    if (inflated.length > 0) yield shownText(inflated.toString('latin1'))
    at = content.indexOf('stream', end + 9)
  }
}

function inflate(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The words of a page stand in brackets, often letter by letter with distances in between. */
const shownText = (text: string): string =>
  text
    .split(/\bT[Jj]\b/)
    .map((shown) => [...shown.matchAll(LITERAL)].map(([, words]) => words).join(''))
    .join(' ')

const LITERAL = /\(((?:[^()\\]|\\.)*)\)/g

/** Runs of plain characters, such as what cameras and programs write beside a picture. */
const printable = (content: Buffer): string =>
  (content.toString('latin1').match(/[ -~]{12,}/g) ?? []).join('\n')
