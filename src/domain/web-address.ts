import { isAppLink } from './texts/app-link.ts'

const LONGEST_ADDRESS = 2048
const HTTPS_ONLY = 'must be an https address'

/**
 * Why a web address that a merchant gave cannot be used; undefined when it can. This judges the text
 * alone. A name is resolved, and its addresses judged again, each time something is sent to it.
 */
export function webAddressProblem(text: string, sandbox: boolean): string | undefined {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) return 'must be an absolute web address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return HTTPS_ONLY
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (sandbox && isLoopback(url.hostname)) return undefined
  if (!sandbox && url.protocol !== 'https:') return HTTPS_ONLY
  return isPublicHost(url.hostname) ? undefined : 'must lead to a public address'
}

/** The same of an address that payers are sent back to: it may lead into an app of the merchant. */
export const returnAddressProblem = (
  text: string,
  sandbox: boolean,
  appLinks: readonly string[] | undefined,
): string | undefined => {
  if (text.length <= LONGEST_ADDRESS && isAppLink(text, appLinks)) return undefined
  const problem = webAddressProblem(text, sandbox)
  return problem === HTTPS_ONLY ? `${problem}, or of a scheme among appLinks` : problem
}

export interface CalledAddressRules {
  /** Plain http is for the sandbox only, and there as well for public addresses only. */
  sandbox: boolean
  /** The one origin that may be anything, because it is ours: the sandbox's own receiver. */
  trustedOrigin?: string | undefined
  /** Where the receiver is there; beside it are the simulators, whom no merchant may command. */
  trustedPath?: string | undefined
  /**
   * On a machine of its own a sandbox may call servers of the developer who sits there, but none of
   * these ports, which are the stack's.
   */
  localPorts?: readonly number[] | undefined
}

export const calledAddressRules = ({
  environment,
  sandboxReceiverUrl,
  localPorts,
}: {
  environment: 'sandbox' | 'production'
  sandboxReceiverUrl: string | undefined
  localPorts?: readonly number[] | undefined
}): CalledAddressRules => {
  if (environment !== 'sandbox') return { sandbox: false }
  if (sandboxReceiverUrl === undefined) return { sandbox: true, localPorts }
  const { origin, pathname } = new URL(sandboxReceiverUrl)
  return { sandbox: true, trustedOrigin: origin, trustedPath: pathname, localPorts }
}

/** The same, stricter, of an address that we call ourselves: it must not lead back to us. */
export function calledAddressProblem(text: string, rules: CalledAddressRules): string | undefined {
  const { sandbox, trustedOrigin, trustedPath } = rules
  if (!URL.canParse(text)) return webAddressProblem(text, false)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (trustedOrigin !== undefined && url.origin === trustedOrigin)
    return isUnder(trustedPath, url.pathname) ? undefined : 'must not lead to the simulators'
  if (!sandbox && url.protocol !== 'https:') return HTTPS_ONLY
  if (isInternalPort(url)) return 'must not name the port of another service'
  if (isLocalServer(url, rules)) return undefined
  return webAddressProblem(text.trim().replace(/^http:/i, 'https:'), false)
}

/** A server on the developer's own machine, which the sandbox of that machine may call. */
export const isLocalServer = (
  { protocol, hostname, port }: URL,
  { sandbox, localPorts }: CalledAddressRules,
): boolean =>
  sandbox &&
  localPorts !== undefined &&
  (protocol === 'http:' || protocol === 'https:') &&
  isLoopback(hostname) &&
  port !== '' &&
  !localPorts.includes(Number(port))

const isUnder = (folder: string | undefined, path: string): boolean =>
  folder === undefined ||
  path === folder ||
  path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

type Named = Record<string, string | undefined>

/**
 * What is wrong with a merchant's addresses, by name: browsers go to most, payers return to some, perhaps
 * into an app, and we call some ourselves.
 */
export const addressProblems = (
  rules: CalledAddressRules,
  { forBrowsers, forReturn, calledByUs }: Record<'forBrowsers' | 'forReturn' | 'calledByUs', Named>,
  appLinks: readonly string[] | undefined,
): { field: string; message: string }[] => [
  ...problemsOf(forBrowsers, (address) => webAddressProblem(address, rules.sandbox)),
  ...problemsOf(forReturn, (address) => returnAddressProblem(address, rules.sandbox, appLinks)),
  ...problemsOf(calledByUs, (address) => calledAddressProblem(address, rules)),
]

const problemsOf = (addresses: Named, problemOf: (address: string) => string | undefined) =>
  Object.entries(addresses).flatMap(([field, address]) => {
    const message = address && problemOf(address)
    return message ? [{ field, message }] : []
  })

function isInternalPort({ port, protocol }: URL): boolean {
  const number = port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port)
  if (number < 1_024) return number !== 443 && !(number === 80 && protocol === 'http:')
  return INTERNAL_PORTS.has(number)
}

const INTERNAL_PORTS = new Set([
  ...[1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900],
  ...[5984, 6000, 6379, 6443, 6666, 6667, 7233, 7234, 7235, 7239, 8200, 8500, 9042, 9092, 9200],
  ...[9300, 10250, 11211, 15672, 26257, 27017],
])

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
