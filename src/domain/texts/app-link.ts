/** What browsers would run, read or open by themselves; none of it is an app. */
const never = [
  ...['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'view-source', 'filesystem'],
  ...['http', 'https', 'ws', 'wss', 'ftp'],
]

const MOST = 10

/** Why these are no schemes of a merchant's apps; undefined when they are. */
export function appLinksProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST)
    return `must be a list of 1 to ${String(MOST)} schemes`
  const schemes = value as unknown[]
  if (!schemes.every((one) => typeof one === 'string' && /^[a-z][a-z0-9+.-]{0,31}$/i.test(one)))
    return 'must be schemes such as myapp: a letter, then letters, digits, + - and ., at most 32'
  const named = schemes.map((one) => String(one).toLowerCase())
  const refused = named.find((one) => never.includes(one))
  if (refused !== undefined) return `must not name ${refused}`
  return new Set(named).size === named.length ? undefined : 'must name each once'
}

/** Whether an address leads into an app of the merchant, by a scheme that it has registered. */
export const isAppLink = (address: string, appLinks: readonly string[] = []): boolean =>
  URL.canParse(address) &&
  appLinks.some((scheme) => `${scheme.toLowerCase()}:` === new URL(address).protocol)
