import { randomBytes } from 'node:crypto'
import type { Response } from 'express'

/** Origins that one page may reach beyond our own; empty but for what that very screen needs. */
export interface Reach {
  images?: (string | undefined)[]
  /** Where wallets answer. */
  connections?: (string | undefined)[]
  /** The card issuer's page, while a challenge waits and not longer. */
  challenge?: string | undefined
  /** Where the issuer's page sends the browser back to, when that is not where our page is. */
  returns?: string | undefined
  /** The issuer's hidden page, while it looks at the browser and not longer. */
  method?: string | undefined
  /** The page ends inside a frame of ours. */
  framed?: boolean
  /** Pages of the merchant that may show ours in a frame; nobody else may. */
  framers?: (string | undefined)[]
  wallet?: WalletReach | undefined
}

/** Of a wallet's own page. Its script is not ours: it reaches nothing of our own but these. */
export interface WalletReach {
  /** All that the wallet consists of. */
  origins: readonly string[]
  /** The one address that the page's form goes to. */
  answersTo: string
  /** The one address of ours that the page asks. */
  asks?: string | undefined
}

/** Sets every header that protects the page and returns the nonce of its script and style. */
export function protectPage(response: Response, reach: Reach, isHttps: boolean): string {
  const nonce = randomBytes(16).toString('base64url')
  const headers: Record<string, string> = {
    'content-security-policy': policyOf(nonce, reach),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A wallet may answer from a window of its own.
    'cross-origin-opener-policy': reach.wallet ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payersOf(reach)}), usb=()`,
    ...(framersOf(reach).length === 0 && { 'x-frame-options': 'DENY' }),
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  return nonce
}

function policyOf(
  nonce: string,
  { images, connections, challenge, method, returns, wallet: ofWallet, ...framing }: Reach,
): string {
  const framers = framersOf(framing)
  const wallet = ofWallet?.origins ?? []
  const issuer = [...originsOf([challenge]), ...addressOf(method)]
  const reached = ofWallet ? wallet : originsOf(connections)
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', `'nonce-${nonce}'`, ...wallet],
    ['style-src', `'nonce-${nonce}'`],
    ['img-src', "'self'", 'data:', ...originsOf(images), ...wallet],
    ['connect-src', ...(ofWallet ? addressOf(ofWallet.asks) : ["'self'"]), ...reached],
    ['frame-src', ...framesOf([...issuer, ...originsOf(challenge ? [returns] : [])], wallet)],
    ['form-action', ...(ofWallet ? addressOf(ofWallet.answersTo) : ["'self'", ...issuer])],
    ['frame-ancestors', ...(framers.length > 0 ? framers : ["'none'"])],
    ['base-uri', "'none'"],
    // Wallets' scripts make other scripts of texts.
    ...(wallet.length > 0 ? [] : trustedTypes),
    ['report-uri', '/pay/reports'],
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

const trustedTypes: [string, ...string[]][] = [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', "'none'"],
]

function framesOf(issuer: string[], wallet: readonly string[]): string[] {
  if (issuer.length > 0) return ["'self'", ...issuer]
  return wallet.length > 0 ? [...wallet] : ["'none'"]
}

const payersOf = ({ wallet }: Reach): string =>
  ['self', ...(wallet?.origins ?? []).map((origin) => `"${origin}"`)].join(' ')

const framersOf = ({ framed, framers }: Pick<Reach, 'framed' | 'framers'>): string[] => [
  ...(framed ? ["'self'"] : []),
  ...originsOf(framers),
]

/** Addresses come from merchants and providers: only their origin may get into a header. */
function originsOf(addresses: (string | undefined)[] = []): string[] {
  const origins = addresses.flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
  )
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.[\]:-]+$/.test(origin))
}

/** One page and no other; what cannot be said in a header is not allowed at all. */
function addressOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { origin, pathname } = new URL(address)
  return originsOf([address]).length > 0 && /^[\w./~%-]+$/.test(pathname) ? [origin + pathname] : []
}
