import { holdsCardNumber } from './cards/card-number-in-text.ts'
import type { KeyScope } from './key-scope.ts'

/** What somebody at a merchant is, on the portal. */
export const portalRoles = ['owner', 'developer', 'support', 'accountant'] as const
export type PortalRole = (typeof portalRoles)[number]

/**
 * What a role may be for: the scopes of API keys, and what no key is for. `money` is what was paid out;
 * `keys` makes and ends API keys; `people` says who comes in, and as what.
 */
export type Permission = KeyScope | 'money' | 'keys' | 'people'

/** The one table of who may what. Everybody who has signed in sees and ends their own sessions. */
const permissions: Readonly<Record<PortalRole, readonly Permission[]>> = {
  owner: ['read', 'money', 'payments', 'refunds', 'disputes', 'settings', 'keys', 'people'],
  developer: ['read', 'settings', 'keys'],
  support: ['read', 'payments', 'refunds', 'disputes'],
  accountant: ['read', 'money'],
}

export const mayPerson = (role: PortalRole, permission: Permission): boolean =>
  permissions[role].includes(permission)

/**
 * What a key can be used for: at most what its holder may, and nothing where that is somebody who may
 * have no keys. Without a holder it is the merchant's own.
 */
export const usableScopes = (
  scopes: readonly KeyScope[],
  holder?: { role: PortalRole; isGone: boolean },
): KeyScope[] => {
  if (!holder) return [...scopes]
  if (holder.isGone || !mayPerson(holder.role, 'keys')) return []
  return scopes.filter((scope) => mayPerson(holder.role, scope))
}

/** How people are called: as they sign in. */
export const isPersonName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9._@+-]{0,99}$/.test(name) && !holdsCardNumber(name)
