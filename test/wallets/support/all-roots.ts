import type { RootsOf } from '../../../src/wallets/roots.ts'
import { WalletRoots } from '../../../src/wallets/roots.ts'

export type AllRoots = { [Wallet in keyof WalletRoots]-?: RootsOf<Wallet> }

/** The roots of a document that has those of every wallet. */
export function allRootsOf(document: unknown): AllRoots {
  const { google, apple, c2p } = WalletRoots.parse(document)
  if (!google || !apple || !c2p) throw new Error('roots of a wallet are missing')
  return { google, apple, c2p }
}
