import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { calledAddressProblem, isLocalServer, webAddressProblem } from '../../domain/web-address.ts'
import type { CalledAddressRules } from '../../domain/web-address.ts'

/** Every address of a name, or none. */
export type Resolve = (hostname: string) => Promise<string[]>

export interface AddressGuardOptions extends CalledAddressRules {
  resolve?: Resolve
}

/** Keeps what merchants make us call away from our own network. */
export interface AddressGuard {
  isTrusted(origin: string): boolean
  /** Why an address cannot be used; undefined when it can. Resolves its name. */
  problem(url: string): Promise<string | undefined>
  /** The same by the text alone. */
  textProblem(url: string): string | undefined
  /** For a connection: the judged addresses are the ones connected to, so nobody can swap them. */
  lookup: LookupFunction
}

/** An address that must not be called; the message is fit for its merchant. */
export class ForbiddenAddressError extends Error {
  constructor(message: string = NOT_PUBLIC) {
    super(message)
    this.name = 'ForbiddenAddressError'
  }
}

export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const { trustedOrigin, resolve = resolveByDns } = options
  const isTrusted = (origin: string) =>
    (trustedOrigin !== undefined && origin === trustedOrigin) ||
    isLocalServer(new URL(origin), options)

  const textProblem = (text: string) => calledAddressProblem(text, options)

  return {
    isTrusted,
    textProblem,

    problem: async (text) => {
      const problem = textProblem(text)
      if (problem !== undefined) return problem
      const { origin, hostname } = new URL(text)
      if (isTrusted(origin) || isIP(withoutBrackets(hostname)) !== 0) return undefined
      return resolvePublic(resolve, hostname).then(
        () => undefined,
        (error: unknown) => (error instanceof ForbiddenAddressError ? error.message : UNRESOLVED),
      )
    },

    lookup: (hostname, { all }, callback) => {
      resolvePublic(resolve, hostname).then(
        (found) => {
          if (all) callback(null, found)
          else callback(null, found[0]?.address ?? '', found[0]?.family)
        },
        (error: unknown) => {
          callback(error as Error, [])
        },
      )
    },
  }
}

/** Judged by two tables that were made apart: a range that one forgets, the other may know. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  const host = plain.kind() === 'ipv6' ? `[${plain.toString()}]` : plain.toString()
  return plain.range() === 'unicast' && webAddressProblem(`https://${host}/`, false) === undefined
}

const NOT_PUBLIC = 'must lead to a public address'
const UNRESOLVED = 'must have a name that resolves'

/** One private address among public ones spoils the name: which of them is used is chance. */
async function resolvePublic(resolve: Resolve, hostname: string) {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new ForbiddenAddressError(UNRESOLVED)
  if (!addresses.every(isPublicAddress)) throw new ForbiddenAddressError()
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/**
 * Asks the name servers itself. The system's own lookup blocks one of four threads that the whole
 * process shares, and four names that do not answer would stop everything.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Nothing below 1024 but the web; above it, not where databases and control planes listen. */
