import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    const { google, apple } = JSON.parse(readFileSync(rootsFile, 'utf8')) as Roots
    const certificates = apple?.rootCertificates ?? []
    const keys = (google?.keys ?? []).filter(({ protocolVersion }) => protocolVersion === 'ECv2')
    if (certificates.length === 0) return [wrong(check, 'no certificate of Apple', mend)]
    return [
      ...certificates.map((pem) => certificateFinding(new X509Certificate(pem), now)),
      ...keys.flatMap(({ keyExpiration }, index) =>
        keyExpiration === undefined
          ? []
          : [endFinding(`key ${String(index + 1)} of Google`, Number(keyExpiration), now)],
      ),
    ]
  } catch (error) {
    return [wrong(check, `cannot be read: ${(error as Error).message}`, mend)]
  }
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

interface Roots {
  google?: { keys?: { protocolVersion?: string; keyExpiration?: string }[] }
  apple?: { rootCertificates?: string[] }
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
