import type { CallWay } from '../actor/call-way.ts'
import type { CallKind } from '../actor/call.ts'
import { callRules } from './operations/index.ts'
import { tokenCallWays } from '../actor/token-call-ways.ts'

/** How each call is made, of payments and of tokenizations. */
export const callWays: Record<CallKind, CallWay> = { ...callRules, ...tokenCallWays }
