import type { InstrumentAttributes } from '../../contract/instrument.ts'

import { invalidField, Refused } from '../refused.ts'
import type { Bank, BankAccount, Services } from '../services.ts'

/** The bank that a transfer names by its code or its number. */
export async function findBank(
  services: Pick<Services, 'banks' | 'log'>,
  account: BankAccount,
  { bank, bankId, provider }: InstrumentAttributes,
): Promise<Pick<Bank, 'bank' | 'provider' | 'available'>> {
  const banks = await services.banks(account).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the list of banks cannot be read')
    return undefined
  })
  // Without the list a code is taken at its word: the provider refuses what it does not know.
  if (!banks && bank !== undefined) return { bank, provider: provider ?? 'BM', available: true }
  if (!banks) throw new Refused('unavailable')
  const found = banks.find(
    (one) =>
      (bank === undefined || one.bank === bank) &&
      (bankId === undefined || one.bankId === bankId) &&
      (provider === undefined || one.provider === provider),
  )
  if (!found) throw invalidField('instrument.bank', 'is not a bank that we know')
  return found
}
