import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'

/** One small pure function per command. */
export type Decide<C> = (payment: Payment, command: C, context: Context) => Decision<Event>
