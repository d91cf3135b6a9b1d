import type { AuthenticationWay } from '../domain/routing/route.ts'
import type { RouteTarget } from '../domain/routing/rule.ts'
import { readVia } from '../domain/actor/via.ts'
import type { AcquirerDefinition } from './acquirer.ts'
import type { KnownAccount } from './unable-because.ts'

/** The setting of an account whose provider leaves it to the merchant who asks the cardholder. */
type Chooses = { authentication?: 'server' | 'acquirer' }

/** Who asks the cardholder of a charge through an account; undefined: as ever, a 3-D Secure server. */
export function authenticationWay(
  target: RouteTarget,
  definitions: readonly Pick<AcquirerDefinition, 'name' | 'capabilities'>[],
  accounts: readonly KnownAccount[],
): AuthenticationWay | undefined {
  const { connector, account } = readVia(target.via)
  const own = definitions.find(({ name }) => name === connector)?.capabilities.ownAuthentication
  const known = accounts.find((one) => one.connector === connector && one.account === account)
  const settings: Chooses | undefined = known?.settings
  const isChosen = own === 'bySetting' && settings?.authentication === 'acquirer'
  const by = own === true || isChosen ? 'acquirer' : 'server'
  const { threeds, exempt } = target
  if (by === 'server' && threeds === undefined && !exempt) return undefined
  return {
    by,
    ...(by === 'server' && threeds !== undefined && { threeds }),
    ...(exempt && { exempt }),
  }
}
