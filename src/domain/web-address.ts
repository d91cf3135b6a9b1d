/**
 * Why a web address that a merchant gave cannot be used; undefined when it can. This judges the text
 * alone. A name is resolved, and its addresses judged again, each time something is sent to it.
 */
export function webAddressProblem(text: string, sandbox: boolean): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return 'must be an absolute web address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (sandbox && isLoopback(url.hostname)) return undefined
  if (!sandbox && url.protocol !== 'https:') return 'must be an https address'
  return isPublicHost(url.hostname) ? undefined : 'must lead to a public address'
}

/** A URL's host is already canonical here: `0x7f.1` and `2130706433` have become `127.0.0.1`. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicIpv4(hostname)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !privateNames.test(name)
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)$/

/** Global unicast only, without the ranges that wrap an IPv4 address or lead nowhere. */
function isPublicIpv6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = Number.parseInt(first || '0', 16)
  if (head < 0x2000 || head > 0x3fff || head === 0x2002 || head === 0x3fff) return false
  const next = Number.parseInt(second || '0', 16)
  return head !== 0x2001 || (next >= 0x0200 && next !== 0x0db8)
}

function isPublicIpv4(address: string): boolean {
  const bits = address.split('.').reduce((value, part) => value * 256 + Number(part), 0)
  return !reserved.some(([network, length]) => {
    const size = 2 ** (32 - length)
    return Math.floor(bits / size) === Math.floor(network / size)
  })
}

const ipv4 = (a: number, b = 0, c = 0): number => ((a * 256 + b) * 256 + c) * 256

/** IANA's special-purpose registry: none of these is an address of a merchant's server. */
const reserved: readonly (readonly [network: number, length: number])[] = [
  [ipv4(0), 8],
  [ipv4(10), 8],
  [ipv4(100, 64), 10],
  [ipv4(127), 8],
  [ipv4(169, 254), 16],
  [ipv4(172, 16), 12],
  [ipv4(192, 0, 0), 24],
  [ipv4(192, 0, 2), 24],
  [ipv4(192, 88, 99), 24],
  [ipv4(192, 168), 16],
  [ipv4(198, 18), 15],
  [ipv4(198, 51, 100), 24],
  [ipv4(203, 0, 113), 24],
  [ipv4(224), 3],
]
