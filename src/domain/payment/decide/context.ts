import type { Decision, Wall } from '../../actor/decision.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'

/** What a decision may know besides the payment and the message. */
export interface Context {
  commandId: string
  now: number
  requestId: string
  wall: Wall | undefined
}

/** One small pure function per command. */
export type Decide<C> = (payment: Payment, command: C, context: Context) => Decision<Event>
