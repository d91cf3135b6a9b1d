import { z } from 'zod'
import { isCurrency } from '../../domain/currency.ts'
import { toMinor } from '../../domain/money.ts'
import { findSameInstruction } from '../../postgres/approvals.ts'
import type { DbPool } from '../../postgres/db.ts'
import { merchantExists } from '../../postgres/merchants.ts'
import { findOperatorEntry } from '../../postgres/operator-entries.ts'
import type { BalanceInstruction } from '../../postgres/operator-entries.ts'
import type { Answer, DeskCommand } from '../command.ts'
import { deskCommand, two } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { merchantId, reason, text } from '../fields.ts'
import { entryRefusals } from '../payments/describe-entry.ts'
import { requestInstruction, waitsAlready } from '../payments/request-instruction.ts'
import type { Asking } from '../payments/request-instruction.ts'
import { withConnections } from '../with-connections.ts'

const movement = (name: BalanceInstruction['name'], description: string): DeskCommand =>
  deskCommand({
    name: `balance ${name}`,
    description: `${description}; a second person has to approve it`,
    ...two('operator', 'it moves money'),
    input: z.strictObject({
      merchantId,
      amount: text('amount', 'in major units, such as 1000.00'),
      currency: text('currency', 'such as PLN'),
      reference: text('text', 'makes it one movement, however often it is asked for'),
      reason,
    }),
    takes: ['merchantId', 'amount', 'currency'],
    examples: [
      {
        merchantId: '10000001',
        amount: '1000.00',
        currency: 'PLN',
        reference: 'bank-4711',
        reason: 'August',
      },
    ],
    carryOut: async ({ amount, currency, reason: why, ...about }, caller) => {
      if (!isCurrency(currency)) throw wrongUsage(`no currency ${currency}`)
      const amountMinor = toMinor(amount, currency)
      if (amountMinor === undefined) throw wrongUsage(`${amount} is not an amount in ${currency}`)
      const command = { name, ...about, currency, amountMinor }
      return withConnections(async ({ db }) => {
        if (!(await merchantExists(db, about.merchantId)))
          throw new CommandFailure(`no merchant ${about.merchantId}`)
        return requestMovement(db, command, { ...caller, reason: why })
      })
    },
  })

/** Money that operators pay in or out. */
export const balanceCommands: readonly DeskCommand[] = [
  movement('payout', 'pay money out of a balance'),
  movement('top-up', 'pay money into a balance'),
]

/** Asks for a movement that a second person has to approve; the same again asks for nothing new. */
export async function requestMovement(
  db: DbPool,
  command: BalanceInstruction,
  asking: Asking,
): Promise<Answer> {
  const earlier = await findOperatorEntry(db, command)
  if (earlier === 'reference_reused') throw new CommandFailure(entryRefusals.reference_reused)
  if (earlier === 'known')
    return { value: { ...command, state: 'booked' }, text: 'was booked before' }
  const same = await findSameInstruction(db, command)
  if (same) return waitsAlready(same)
  return requestInstruction(db, { merchantId: command.merchantId, command }, asking)
}
