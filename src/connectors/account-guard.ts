import { calledAddressProblem } from '../domain/web-address.ts'
import { AccountError } from './definition.ts'
import type { Network } from './http.ts'
import { createAddressGuard } from './merchant/address-guard.ts'
import type { Resolve } from './merchant/address-guard.ts'
import { present } from '../domain/present.ts'

/**
 * Where an account may lead, by its settings; throws when it may not. In production cards go by https
 * and to public addresses alone, and the addresses that were judged are the ones connected to.
 */
export type AccountGuard = (settings: unknown) => Network

export function createAccountGuard(
  environment: 'sandbox' | 'production',
  resolve?: Resolve,
): AccountGuard {
  if (environment === 'sandbox') return () => ({})
  const rules = { sandbox: false }
  const { lookup } = createAddressGuard({ ...rules, ...present({ resolve }) })
  return (settings) => {
    // What names no address leads where its connector says.
    for (const [name, url] of Object.entries(settings ?? {})) {
      const isAddress = /url$/i.test(name) && typeof url === 'string'
      const problem = isAddress ? calledAddressProblem(url, rules) : undefined
      if (problem !== undefined) throw new AccountError(`${name}: ${problem}`)
    }
    return { lookup }
  }
}
