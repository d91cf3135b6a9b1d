import type { KeyScope } from '../../domain/key-scope.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { Refused } from '../refused.ts'
import type { Caller } from './caller.ts'

/** Somebody of the portal holds the keys that they make; with the secret they are the merchant's own. */
export const holderOf = (caller: Caller): string | undefined =>
  caller.kind === 'merchant' ? caller.person?.personId : undefined

/** Nobody makes a key that could do more than they may themselves. */
export function checkHolder(caller: Caller, scopes: readonly KeyScope[]): void {
  const person = caller.kind === 'merchant' ? caller.person : undefined
  if (person && !scopes.every((scope) => mayPerson(person.role, scope)))
    throw new Refused('forbidden')
}
