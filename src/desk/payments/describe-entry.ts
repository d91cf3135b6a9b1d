import { formatMoney } from '../../domain/money.ts'
import type { BalanceInstruction, EntryOutcome } from '../../postgres/operator-entries.ts'
import { CommandFailure } from '../failure.ts'

/** What became of a payout or top-up; one that was refused ends the command. */
export function describeEntry(
  { name, amountMinor, currency }: BalanceInstruction,
  outcome: EntryOutcome,
): string {
  if (!('balance' in outcome)) throw new CommandFailure(entryRefusals[outcome.status])
  const done = outcome.status === 'booked' ? 'booked' : 'was booked before'
  const left = formatMoney(outcome.balance.availableMinor, currency)
  return `${name} of ${formatMoney(amountMinor, currency)} ${done}; available: ${left}`
}

export const entryRefusals = {
  balance_short: 'the balance does not cover it',
  reference_reused: 'the reference belongs to another movement',
  approval_missing: 'nobody has agreed to exactly this, or not in time',
  settlement_differs: 'it is not the net of that settlement of this merchant',
} as const
