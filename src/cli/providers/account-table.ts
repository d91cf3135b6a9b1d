import type { AccountStanding, AuthenticationWay } from '../../domain/routing/route.ts'
import { table } from '../table.ts'

/** Accounts as they stood when a way was looked for. */
export const accountTable = (accounts: readonly AccountStanding[]): string =>
  table(
    ['account', 'circuit', 'failures', 'cardholder', 'remark'],
    accounts.map(({ via, circuit, failures, authentication, unable, tried }) => [
      ...[via, circuit, failures, askedBy(authentication)],
      unable ?? (tried ? 'was tried' : ''),
    ]),
  )

/** Who asks the cardholder of a charge. */
export function askedBy({ by, threeds, exempt }: AuthenticationWay = { by: 'server' }): string {
  const who = by === 'acquirer' ? 'the acquirer itself' : (threeds ?? 'the 3-D Secure server')
  return exempt ? `nobody where exempt, else ${who}` : who
}
