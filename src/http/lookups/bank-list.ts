import type { Bank, BankAccount } from '../services.ts'

const FRESH_MS = 60_000

/** Asks each provider at most once a minute, and shows the last list while it does not answer. */
export function createBankList(
  read: (account: BankAccount) => Promise<Bank[]>,
): (account: BankAccount) => Promise<Bank[]> {
  const lists = new Map<string, () => Promise<Bank[]>>()
  return (account) => {
    const name = account.via === undefined ? '' : `${account.merchantId} ${account.via}`
    const list = lists.get(name) ?? createList(() => read(account))
    lists.set(name, list)
    return list()
  }
}

function createList(read: () => Promise<Bank[]>): () => Promise<Bank[]> {
  let known: { banks: Bank[]; readAt: number } | undefined
  let reading: Promise<Bank[]> | undefined

  const readAgain = async (): Promise<Bank[]> => {
    try {
      known = { banks: await read(), readAt: Date.now() }
      return known.banks
    } catch (error) {
      if (known) return known.banks
      throw error
    } finally {
      reading = undefined
    }
  }

  return () => {
    if (known && Date.now() - known.readAt < FRESH_MS) return Promise.resolve(known.banks)
    return (reading ??= readAgain())
  }
}
