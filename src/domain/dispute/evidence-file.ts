import type { EvidenceType } from './dispute.ts'

export type FileType = Exclude<EvidenceType, 'text/plain'>

/** What files begin with; a name alone says nothing. */
const beginnings: Record<FileType, readonly number[]> = {
  'application/pdf': [...'%PDF-'].map((letter) => letter.charCodeAt(0)),
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

export const fileTypes = Object.keys(beginnings) as FileType[]

export const isFileType = (mediaType: string): mediaType is FileType =>
  Object.hasOwn(beginnings, mediaType)

/** Which of the files that may be put forward these bytes are; undefined for any other. */
export const fileTypeOf = (bytes: Uint8Array): FileType | undefined =>
  fileTypes.find((type) => beginnings[type].every((byte, at) => bytes[at] === byte))
