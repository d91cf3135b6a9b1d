import type { CallRequest } from '../actor/call-request.ts'
import type { CallWay } from '../actor/call-way.ts'
import type { CallKind } from '../actor/call.ts'
import { callRules as disputeCallRules } from '../dispute/operations/index.ts'
import { moverOf } from '../instrument.ts'
import { callRules } from './operations/index.ts'
import { tokenCallWays } from '../actor/token-call-ways.ts'

/** How each call is made, of payments, of tokenizations and of disputes. */
export const callWays: Record<CallKind, CallWay> = {
  ...callRules,
  ...tokenCallWays,
  ...disputeCallRules,
}

/** Whether it is first made inside the workflow task. */
export const isMadeInTask = (request: CallRequest): boolean =>
  callWays[request.call.kind].made === 'inTask' && !refundsAtProvider(request)

/** BLIK and banks know no reversal that would close an unknown refund: it is repeated until answered. */
export function refundsAtProvider({ call, instrument }: CallRequest): boolean {
  if (call.kind !== 'refund' || !instrument) return false
  return moverOf(instrument.type) !== 'acquirer'
}
