import type { Call } from '../actor/call.ts'
import type { Dispute } from './dispute.ts'

/** The outside call this state asks for, one at a time. */
export const effects = ({ held, calls }: Dispute): Call[] => (held ? [] : calls.slice(0, 1))
