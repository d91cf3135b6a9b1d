import { existsSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { fixedKey, list, rotatingKey } from './key-ring-file.ts'
import { readJson, readPrivate, refreshed, toText } from './key-ring.ts'
import type { WrappingKeys } from './local-key-wrapper.ts'
import { newFixedKey, newRotatingKey } from './new-keys.ts'
import { createPrivateFile, lockFile, replacePrivateFile } from './private-file.ts'

/**
 * The keys of the portal's process, and all that it has: they open the secrets of people's one-time codes
 * and tell its own forms from others'. None of them signs a token or opens what is not the portal's.
 */
export interface PortalKeys extends WrappingKeys {
  readonly forms: KeyObject
}

/** Strict: the gateway's own key ring in its place is refused, not taken for more than is needed. */
const PortalKeysFile = z
  .strictObject({
    version: z.literal(1, { error: 'is not a known version' }),
    /** wraps the data keys of the secrets of one-time codes */
    codes: list(rotatingKey),
    /** what a form must bring along */
    forms: fixedKey,
  })
  .transform(({ codes, forms }) => ({ vault: codes, forms }))

export const loadPortalKeys = (path: string, { production = false } = {}): PortalKeys =>
  refreshed(() => readPrivate(path, PortalKeysFile, { production }))

/** Writes new keys; those that exist are left alone. True when they were written. */
export const createPortalKeys = async (path: string): Promise<boolean> =>
  existsSync(path)
    ? false
    : createPrivateFile(
        path,
        toText({ version: 1, codes: [newRotatingKey()], forms: newFixedKey() }),
      )

/** Puts a fresh key for codes in front; the old ones go on reading. */
export async function rotatePortalKeys(path: string): Promise<void> {
  const unlock = await lockFile(path)
  try {
    loadPortalKeys(path)
    const stored = readJson(path) as { codes: object[] }
    const codes = [newRotatingKey(), ...stored.codes]
    await replacePrivateFile(path, toText({ ...stored, codes }))
  } finally {
    await unlock()
  }
}
