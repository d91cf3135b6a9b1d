import { readVia } from '../actor/via.ts'
import type { MerchantSettings } from '../merchant.ts'
import { present } from '../present.ts'

const LONGEST = 32

/**
 * What an account at another address is called: `main`, then `main-2`. Payments name the account that
 * they went through, so what was charged at one stays with it.
 */
export function nextVersion(via: string, known: readonly string[]): string | undefined {
  const { connector } = readVia(via)
  const base = baseOf(via)
  const versions = known.filter((one) => isVersionOf(one, via)).map(versionOf)
  if (versions.length === 0) return via
  const next = `${base}-${String(Math.max(...versions) + 1)}`
  return next.length > LONGEST ? undefined : `${connector}/${next}`
}

export const isVersionOf = (one: string, other: string): boolean =>
  readVia(one).connector === readVia(other).connector && baseOf(one) === baseOf(other)

/** The settings that name the account, as they are when they name another instead. */
export function withAccountReplaced(
  { acquirer, bank, blik, threeds, routes }: Partial<MerchantSettings>,
  from: string,
  to: string,
): Partial<MerchantSettings> {
  const named = (via: string | undefined) => (via === from ? to : undefined)
  const isRouted = routes?.some((rule) => rule.to.some(({ via }) => via === from))
  return present({
    acquirer: named(acquirer),
    bank: named(bank),
    blik: named(blik),
    threeds: named(threeds),
    routes: isRouted
      ? routes?.map((rule) => ({
          ...rule,
          to: rule.to.map((one) => ({ ...one, via: named(one.via) ?? one.via })),
        }))
      : undefined,
  })
}

const baseOf = (via: string): string => readVia(via).account.replace(VERSION, '')

const versionOf = (via: string): number => Number(VERSION.exec(readVia(via).account)?.[1] ?? '1')

const VERSION = /-(\d{1,4})$/
