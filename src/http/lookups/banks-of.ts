import type { Bank, BankAccount, Uses } from '../services.ts'

/** The banks that a merchant's payers can choose from, those of its preferred intermediary first. */
export async function banksOf({ banks }: Uses<'banks'>, account: BankAccount): Promise<Bank[]> {
  const listed = await banks(account)
  const { providers } = account
  if (!providers) return listed
  return providers.flatMap((provider) => listed.filter((bank) => bank.provider === provider))
}
