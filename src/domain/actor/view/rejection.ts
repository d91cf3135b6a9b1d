import type { ReasonCode } from '../../reasons/reason.ts'
import { reasonOf, reasons } from '../../reasons/reason.ts'

/** Who reads an answer. What would help a thief reaches the merchant, never the payer. */
export type Audience = 'merchant' | 'payer'

export interface Rejection {
  rejectCode?: ReasonCode
  rejectInfo?: string
}

/** Why something did not succeed, for this reader; a code of old that is gone has no words. */
export function rejection(
  code: ReasonCode | undefined,
  audience: Audience = 'merchant',
): Rejection {
  if (code === undefined) return {}
  const reason = reasonOf(code)
  if (audience === 'payer' && reason?.payerMayKnow === false)
    return { rejectCode: 'DECLINED', rejectInfo: reasons.DECLINED.info }
  return { rejectCode: code, ...(reason && { rejectInfo: reason.info }) }
}
