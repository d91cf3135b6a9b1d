import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { BlikRejectCode } from '../blik.ts'
import type { Refusal } from './http.ts'

/** Why BLIK says no, by their number. The list is open: an account may add to it. */
export const outcomes = {
  '28': 'BLIK_CODE_INVALID',
  '29': 'BLIK_CODE_EXPIRED',
  '30': 'BLIK_ALIAS_UNKNOWN',
  '31': 'BLIK_ALIAS_UNKNOWN',
  '33': 'INSUFFICIENT_FUNDS',
  '34': 'LIMIT_EXCEEDED',
  '35': 'WRONG_PIN',
  '36': 'BLIK_TIMEOUT',
  '60': 'DECLINED',
  '61': 'DECLINED_BY_PAYER',
  '68': 'BLIK_ALIAS_UNKNOWN',
} as const satisfies Record<string, BlikRejectCode>

export type OwnOutcomes = Readonly<Record<string, BlikRejectCode>>

/** What neither names is a failure of theirs, with their words for it. */
export const reasonOf = (
  { code, words }: Pick<Refusal, 'code' | 'words'>,
  own: OwnOutcomes,
): { rejectCode: BlikRejectCode; detail: string } => {
  const known: OwnOutcomes = { ...outcomes, ...own }
  return {
    rejectCode: Object.hasOwn(known, code) ? (known[code] ?? 'SYSTEM_ERROR') : 'SYSTEM_ERROR',
    detail: providerWords(`Przelewy24 says ${code} ${words}`),
  }
}
