import type { AccountStanding } from '../../domain/routing/route.ts'
import { table } from '../table.ts'

/** Accounts as they stood when a way was looked for. */
export const accountTable = (accounts: readonly AccountStanding[]): string =>
  table(
    ['account', 'circuit', 'failures', 'remark'],
    accounts.map(({ via, circuit, failures, unable, tried }) => [
      ...[via, circuit, failures],
      unable ?? (tried ? 'was tried' : ''),
    ]),
  )
