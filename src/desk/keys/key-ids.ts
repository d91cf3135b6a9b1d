import type { CliConfig } from '../../settings/config.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { loadPortalKeys } from '../../vault/portal-keys.ts'

export const purposes = [
  'vault',
  'payload',
  'signing',
  'evidence',
  'encryption',
  'wallets',
  'portal',
] as const

/** The keys that there are, by what they are for; never a value. */
export function idsOf({
  keysFile,
  portalKeysFile,
}: CliConfig): Partial<Record<(typeof purposes)[number], string[]>> {
  const { vault, payload, signing, evidence = [], encryption, wallets } = loadKeyRing(keysFile)
  return {
    vault: vault.map(({ id }) => id),
    payload: payload.map(({ id }) => id),
    signing: signing.map(({ kid }) => kid),
    evidence: evidence.map(({ kid }) => kid),
    encryption: encryption.map(({ kid, alg }) => `${kid} (${alg})`),
    wallets: Object.entries(wallets).map(([name, keys]) => `${name} (${String(keys.length)})`),
    ...(portalKeysFile !== undefined && {
      portal: loadPortalKeys(portalKeysFile).vault.map(({ id }) => id),
    }),
  }
}
