import { required } from '../../assert.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import type { Context } from '../../actor/context.ts'
import { startAuthentication } from './process.ts'

/** The issuer has seen the browser (Y), or its time is over (N): now it is asked, under the same id. */
export function profiled(
  payment: Payment,
  indicator: 'Y' | 'N',
  context: Context,
): Decision<Event> {
  const serverTransId = required(payment.profiling?.serverTransId, 'profiling')
  return accept([startAuthentication(payment, context, { method: { serverTransId, indicator } })])
}
