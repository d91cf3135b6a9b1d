import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ok, warning, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 30

/** The certificates of the wallets, and when they end. */
export function checkWallets(rootsFile: string | undefined, now: number): Finding[] {
  const check = 'wallet roots'
  const mend = 'name the file with the roots of the wallets in WALLET_ROOTS_FILE'
  if (rootsFile === undefined) return [warning(check, 'none: wallets are not offered', mend)]
  try {
    const { apple } = JSON.parse(readFileSync(rootsFile, 'utf8')) as Roots
    const certificates = apple?.rootCertificates ?? []
    if (certificates.length === 0) return [wrong(check, 'no certificate of Apple', mend)]
    return certificates.map((pem) => certificateFinding(new X509Certificate(pem), now))
  } catch (error) {
    return [wrong(check, `cannot be read: ${(error as Error).message}`, mend)]
  }
}

interface Roots {
  apple?: { rootCertificates?: string[] }
}

export function certificateFinding(
  { subject, validTo }: Pick<X509Certificate, 'subject' | 'validTo'>,
  now: number,
): Finding {
  const days = Math.floor((Date.parse(validTo) - now) / DAY_MS)
  const name = subject.replaceAll('\n', ', ')
  const mend = 'put the certificate that follows it into the file of WALLET_ROOTS_FILE'
  if (days < 0) return wrong('wallet roots', `${name} ended ${-days} days ago`, mend)
  const found = `${name} ends in ${days} days`
  return days <= SOON_DAYS ? warning('wallet roots', found, mend) : ok('wallet roots', found)
}
