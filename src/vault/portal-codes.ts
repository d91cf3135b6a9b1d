import type { Db } from '../postgres/db.ts'
import { createKeyWrapper } from './create-key-wrapper.ts'
import { createEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { createLocalKeyWrapper } from './local-key-wrapper.ts'
import type { PortalKeys } from './portal-keys.ts'
import { findUnreadableKeys, portalKinds, rewrapSecrets } from './rewrap-secrets.ts'

interface Rings {
  keyRing: KeyRing
  portalKeys: PortalKeys
}

const BATCH = 500

/**
 * Moves the secrets of people's one-time codes to the portal's current key: from its older ones, and from
 * the gateway's key ring, under which they stood before the portal had keys of its own.
 */
export async function movePortalCodes(db: Db, rings: Rings) {
  const envelope = createEnvelope(overBoth(rings))
  const done = { rewrapped: 0, unreadable: [] as string[] }
  let after: string | undefined
  do {
    const { rewrapped, unreadable, last } = await rewrapSecrets({
      db,
      envelope,
      of: 'portalCodes',
      limit: BATCH,
      after,
    })
    done.rewrapped += rewrapped
    done.unreadable.push(...unreadable)
    after = last
  } while (after !== undefined)
  return done
}

/** The keys under which codes stand that the portal itself cannot open. */
export const unreadablePortalKeys = (db: Db, portalKeys: PortalKeys): Promise<string[]> =>
  findUnreadableKeys(
    { db, envelope: createEnvelope(createLocalKeyWrapper(portalKeys)) },
    portalKinds,
  )

function overBoth({ keyRing, portalKeys }: Rings): KeyWrapper {
  const [own, before] = [createLocalKeyWrapper(portalKeys), createKeyWrapper(keyRing)]
  const isOwn = (keyId: string) => portalKeys.vault.some(({ id }) => id === keyId)
  return {
    currentKeyId: own.currentKeyId,
    wrap: own.wrap,
    unwrap: (wrapped, aad) => (isOwn(wrapped.keyId) ? own : before).unwrap(wrapped, aad),
  }
}
