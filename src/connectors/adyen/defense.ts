import { z } from 'zod'
import type { EvidenceType } from '../../domain/dispute/dispute.ts'
import type { EvidenceKind } from '../../domain/dispute/words.ts'
import type { EvidenceItem } from '../disputes.ts'

const Code = z.string().min(1).max(200)

/** Ways to defend a dispute, each with the documents that it wants. */
export const DefenseReason = z.object({
  defenseReasonCode: Code,
  defenseDocumentTypes: z
    .array(z.object({ defenseDocumentTypeCode: Code, requirementLevel: Code }))
    .max(100)
    .default([]),
})
export type DefenseReason = z.infer<typeof DefenseReason>

export interface DefenseDocument {
  defenseDocumentTypeCode: string
  contentType: string
  /** In base64. */
  content: string
}

export type Defense = { reasonCode: string; documents: DefenseDocument[] } | { problem: string }

const MEGABYTE = 1_048_576

/** What Adyen takes as a document, by its own name, and how large; texts and other pictures it does not. */
const taken: Readonly<Partial<Record<EvidenceType, { contentType: string; most: number }>>> = {
  'application/pdf': { contentType: 'application/pdf', most: 2 * MEGABYTE },
  'image/jpeg': { contentType: 'image/jpg', most: 10 * MEGABYTE },
}

/** By which words of Adyen's codes a document is recognized; the codes differ from scheme to scheme. */
const hints: Readonly<Record<EvidenceKind, RegExp>> = {
  customer_communication: /communication|correspond|conversation|letter/i,
  receipt: /invoice|receipt|slip/i,
  shipping_proof: /deliver|ship|dispatch|pickup|flight/i,
  service_proof: /service|usage|proof/i,
  refund_policy: /refund|credit|policy/i,
  cancellation_policy: /cancel|terms|policy/i,
  duplicate_proof: /duplicate|other|different/i,
  customer_signature: /sign/i,
  access_log: /access|log|usage|ip/i,
  other: /material|generic/i,
}

/** Needed ones first. */
const levels: readonly string[] = ['Required', 'OneOrMore', 'AlternativeRequired', 'Optional']
const rankOf = (level: string): number => (levels.indexOf(level) + levels.length) % levels.length

/** The first way of defence that all documents have a place in, and that lacks none; else what is in the way. */
export function chooseDefense(
  reasons: readonly DefenseReason[],
  items: readonly EvidenceItem[],
): Defense {
  const [problem] = items.flatMap((item) => problemWith(item) ?? [])
  if (problem !== undefined) return { problem }
  const fitting = reasons.flatMap((reason) => placed(reason, items) ?? [])
  return fitting[0] ?? { problem: `no way of defence takes them: ${wanted(reasons)}` }
}

function problemWith({ kind, mediaType, content }: EvidenceItem): string | undefined {
  const { most } = taken[mediaType] ?? {}
  if (most === undefined) return `adyen takes PDF and JPEG: ${kind} is ${mediaType}`
  return content.length > most
    ? `adyen takes at most ${String(most / MEGABYTE)} MB of ${mediaType}: ${kind} is larger`
    : undefined
}

function placed(
  { defenseReasonCode, defenseDocumentTypes }: DefenseReason,
  items: readonly EvidenceItem[],
): Extract<Defense, { reasonCode: string }> | undefined {
  const free = [...defenseDocumentTypes].sort(
    (a, b) => rankOf(a.requirementLevel) - rankOf(b.requirementLevel),
  )
  const take = (isFit: (code: string) => boolean) => {
    const at = free.findIndex(({ defenseDocumentTypeCode: code }) => isFit(code))
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }
  const named = items.map((item) => ({ item, type: take((code) => hints[item.kind].test(code)) }))
  const all = named.map(({ item, type }) => ({ item, type: type ?? take(() => true) }))
  const documents = all.flatMap(({ item, type }) => (type ? [documentOf(item, type)] : []))
  const isWhole = documents.length === items.length && lacksNone(defenseDocumentTypes, free)
  return isWhole ? { reasonCode: defenseReasonCode, documents } : undefined
}

type DocumentType = DefenseReason['defenseDocumentTypes'][number]

function lacksNone(types: readonly DocumentType[], unused: readonly DocumentType[]): boolean {
  const of = (list: readonly DocumentType[], level: string) =>
    list.filter(({ requirementLevel }) => requirementLevel === level).length
  const choices = of(types, 'OneOrMore')
  return of(unused, 'Required') === 0 && (choices === 0 || of(unused, 'OneOrMore') < choices)
}

const documentOf = (
  { mediaType, content }: EvidenceItem,
  { defenseDocumentTypeCode }: DocumentType,
): DefenseDocument => ({
  defenseDocumentTypeCode,
  contentType: taken[mediaType]?.contentType ?? mediaType,
  content: content.toString('base64'),
})

const wanted = (reasons: readonly DefenseReason[]): string =>
  reasons
    .map(
      ({ defenseReasonCode, defenseDocumentTypes: types }) =>
        `${defenseReasonCode} (${types.map((one) => one.defenseDocumentTypeCode).join(', ')})`,
    )
    .join('; ')
    .slice(0, 200) || 'there is none'
