import { declineByRejectCode, declineOf } from '../../reasons/decline.ts'
import { rejectInfo } from '../../reasons/reject.ts'

/** Who reads an answer. What would help a thief reaches the merchant, never the payer. */
export type Audience = 'merchant' | 'payer'

export interface Rejection {
  rejectCode?: string
  rejectInfo?: string
}

/** Why something did not succeed, for this reader; nothing when it did not fail. */
export function rejection(code: string | undefined, audience: Audience = 'merchant'): Rejection {
  if (code === undefined) return {}
  const decline = declineByRejectCode(code)
  if (audience === 'payer' && decline?.payerMayKnow === false)
    return { rejectCode: 'DECLINED', rejectInfo: declineOf('').info }
  const info = rejectInfo(code) ?? decline?.info
  return { rejectCode: code, ...(info !== undefined && { rejectInfo: info }) }
}
