import type { InstrumentAttributes } from '../../contract/instrument.ts'
import { present } from '../../domain/present.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Bank, BankAccount, Uses } from '../services.ts'
import { banksOf } from './banks-of.ts'

type FoundBank = Pick<Bank, 'bank' | 'available'> & Partial<Pick<Bank, 'provider'>>

/**
 * The bank that a transfer names by its code or its number. A bank that several intermediaries reach is
 * reached through the one that is named, else the merchant's first for which the bank is open.
 */
export async function findBank(
  services: Uses<'banks' | 'log'>,
  account: BankAccount,
  given: Pick<InstrumentAttributes, 'bank' | 'bankId' | 'provider'>,
): Promise<FoundBank> {
  const banks = await banksOf(services, account).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the list of banks cannot be read')
    return undefined
  })
  if (!banks) return unlisted(account, given)
  const { bank, bankId, provider } = given
  const found = banks.filter(
    (one) =>
      (bank === undefined || one.bank === bank) &&
      (bankId === undefined || one.bankId === bankId) &&
      (provider === undefined || one.provider === provider),
  )
  const chosen = found.find(({ available }) => available) ?? found[0]
  if (!chosen) throw unknown()
  return chosen
}

/** Without the list a code is taken at its word: the provider refuses what it does not know. */
function unlisted(
  { providers }: BankAccount,
  { bank, provider = providers?.[0] }: Pick<InstrumentAttributes, 'bank' | 'provider'>,
): FoundBank {
  if (bank === undefined) throw new Refused('unavailable')
  if (provider !== undefined && providers && !providers.includes(provider)) throw unknown()
  return { bank, available: true, ...present({ provider }) }
}

const unknown = () => invalidField('instrument.bank', 'is not a bank that we know')
