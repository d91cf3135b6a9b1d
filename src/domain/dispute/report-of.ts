import { commandMessageId } from '../actor/message.ts'
import type { CommandMessage } from '../actor/message.ts'
import type { Payment } from '../payment/payment.ts'
import type { Report } from './commands.ts'
import type { DisputeFacts } from './facts.ts'
import { disputeNamesOf } from './names.ts'

export interface Reported {
  /** What the provider calls the dispute. */
  providerRef: string
  facts: DisputeFacts
  /** The same for each repetition. */
  eventId: string
}

/** Makes an id of its parts: always the same of the same, and of a secret key. */
export type KeyedId = (...parts: string[]) => string

/** What a provider tells of a dispute, whichever way it came: the same dispute has the same id. */
export function reportOf(
  payment: Payment,
  { providerRef, facts, eventId }: Reported,
  keyed: KeyedId,
): { report: Report; commandId: string } {
  const names = disputeNamesOf(payment, providerRef)
  const disputeId = keyed('dispute', names.provider, providerRef)
  return {
    report: { name: 'report', disputeId, names, facts },
    commandId: keyed('dispute news', names.provider, eventId),
  }
}

/** The same as a message of the settlement that has found it in a provider's report. */
export const reportMessage = (
  { report, commandId }: ReturnType<typeof reportOf>,
  requestId: string,
): CommandMessage<Report> => ({
  type: 'command',
  id: commandMessageId(commandId),
  command: report,
  actor: 'settlement',
  requestId,
})
