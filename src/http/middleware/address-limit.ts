import type { Request } from 'express'
import { Refused } from '../refused.ts'

const WINDOW_MS = 1_000

/** Strangers have what a merchant has, per address. It protects this process, so it counts here. */
export function createAddressLimit(pointsPerSecond: number, now: () => number = Date.now) {
  const spent = new Map<string, number>()
  let window = 0
  const spentBy = (network: string): number => {
    const present = Math.floor(now() / WINDOW_MS)
    if (present !== window) spent.clear()
    window = present
    return spent.get(network) ?? 0
  }
  return {
    isSpent: (request: Request): boolean =>
      spentBy(networkOf(addressOf(request))) >= pointsPerSecond,
    /** Counts what somebody costs who is not known; beyond the limit, the refusal. */
    take: (request: Request, points = 1): void => {
      const network = networkOf(addressOf(request))
      const before = spentBy(network)
      if (before >= pointsPerSecond) throw new Refused('rate_limited')
      spent.set(network, before + points)
    },
  }
}

/** Behind trusted proxies the first address that none of them has; else the connection's. */
export const addressOf = (request: Request): string =>
  (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, '')

/** Of IPv6 everybody has a network of 2^64 addresses: what is counted is the network. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::')
  const groups = (part = '') => part.split(':').filter((group) => group !== '')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length)
  const all = [...groups(head), ...Array<string>(gap).fill('0'), ...groups(tail)]
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
