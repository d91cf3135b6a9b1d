import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, warning, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 30

/** What each wallet asks of a deployment; merchants' own settings come on top. */
const wallets = [
  {
    name: 'Google Pay',
    roots: ({ google }: Roots, env: Env) =>
      google !== undefined || Boolean(env.GOOGLE_PAY_KEYS_URL),
    setting: 'GOOGLE_PAY_GATEWAY',
    rootsFrom: 'google in WALLET_ROOTS_FILE, or GOOGLE_PAY_KEYS_URL',
  },
  {
    name: 'Apple Pay',
    roots: ({ apple }: Roots) => (apple?.rootCertificates?.length ?? 0) > 0,
    setting: 'APPLE_PAY_CERTIFICATES',
    rootsFrom: 'apple in WALLET_ROOTS_FILE',
  },
  {
    name: 'Click to Pay',
    roots: ({ c2p }: Roots) => (c2p?.keys?.length ?? 0) > 0,
    setting: 'C2P_INITIATOR_ID',
    rootsFrom: 'c2p in WALLET_ROOTS_FILE',
  },
] as const

/** Wallets are optional: what is wrong is one of which a part is there, and a root that has ended. */
export function checkWallets(env: Env, now: number): Finding[] {
  try {
    const file = env.WALLET_ROOTS_FILE
    const roots = !file ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Roots)
    const keys = roots.google?.keys ?? []
    return [
      ...wallets.map((wallet) => walletFinding(wallet, roots, env)),
      ...(roots.apple?.rootCertificates ?? []).map((pem) =>
        certificateFinding(new X509Certificate(pem), now),
      ),
      ...keys
        .filter(({ protocolVersion }) => protocolVersion === 'ECv2')
        .flatMap(({ keyExpiration }, index) =>
          keyExpiration === undefined
            ? []
            : [endFinding(`key ${String(index + 1)} of Google`, Number(keyExpiration), now)],
        ),
    ]
  } catch (error) {
    const mend = 'put the roots of the wallets into the file of WALLET_ROOTS_FILE, or take it out'
    return [wrong(ofRoots.check, `cannot be read: ${(error as Error).message}`, mend)]
  }
}

function walletFinding(wallet: (typeof wallets)[number], roots: Roots, env: Env): Finding {
  const { name, setting, rootsFrom } = wallet
  const missing = [
    ...(wallet.roots(roots, env) ? [] : [rootsFrom]),
    ...(env[setting] ? [] : [setting]),
  ]
  if (missing.length === 0) return ok(name, 'offered to merchants whose settings name it')
  if (missing.length === 2) return ok(name, 'not set up, and not offered')
  return warning(name, 'only half set up, and not offered', `set ${missing.join(' and ')}`)
}

/** What Apple knows merchants by: each file of the folder has a certificate, which ends. */
export function checkAppleCertificates(folder: string | undefined, now: number): Finding[] {
  if (folder === undefined) return []
  const check = 'Apple certificates'
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.pem'))
      .map((name) => {
        const { validTo } = new X509Certificate(readFileSync(join(folder, name)))
        return endFinding(name, Date.parse(validTo), now, {
          check,
          mend: 'put a certificate that Apple has renewed, with its key, in its place',
        })
      })
  } catch (error) {
    const mend = 'each file of APPLE_PAY_CERTIFICATES has a certificate and its key, in PEM'
    return [wrong(check, `cannot be read: ${(error as Error).message}`, mend)]
  }
}

/** Without the file Apple does not verify our page, and shows its sheet on no page of ours. */
export function checkAppleDomain(env: Env): Finding[] {
  const { APPLE_PAY_CERTIFICATES: certificates, APPLE_PAY_DOMAIN_FILE: file } = env
  const check = 'Apple domain file'
  const mend = 'put the file that Apple gives for the host of PUBLIC_URL there'
  if (!file)
    return certificates
      ? [
          warning(
            check,
            'not served: Apple cannot verify our page',
            `set APPLE_PAY_DOMAIN_FILE: ${mend}`,
          ),
        ]
      : []
  try {
    return [ok(check, `${String(readFileSync(file).byteLength)} bytes`)]
  } catch (error) {
    return [wrong(check, `cannot be read: ${(error as Error).message}`, mend)]
  }
}

type Env = Readonly<Record<string, string | undefined>>

interface Roots {
  google?: { keys?: { protocolVersion?: string; keyExpiration?: string }[] }
  apple?: { rootCertificates?: string[] }
  c2p?: { keys?: unknown[] }
}

export const certificateFinding = (
  { subject, validTo }: Pick<X509Certificate, 'subject' | 'validTo'>,
  now: number,
): Finding => endFinding(subject.replaceAll('\n', ', '), Date.parse(validTo), now)

const ofRoots = {
  check: 'wallet roots',
  mend: 'put what follows it into the file of WALLET_ROOTS_FILE',
}

function endFinding(name: string, endsAt: number, now: number, { check, mend } = ofRoots): Finding {
  const days = Math.floor((endsAt - now) / DAY_MS)
  if (days < 0) return wrong(check, `${name} ended ${-days} days ago`, mend)
  const found = `${name} ends in ${days} days`
  return days <= SOON_DAYS ? warning(check, found, mend) : ok(check, found)
}
