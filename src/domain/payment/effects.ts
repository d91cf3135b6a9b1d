import type { Call } from '../actor/call.ts'
import type { Payment } from './payment.ts'

/** The outside call this state asks for: one at a time, so that money operations never overlap. */
export const effects = (payment: Payment): Call[] => (payment.held ? [] : payment.calls.slice(0, 1))
