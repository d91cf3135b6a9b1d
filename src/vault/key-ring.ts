import { existsSync, readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { KeyRingFile, reusedKeys } from './key-ring-file.ts'
import type { Keys } from './key-ring-file.ts'
import { findStored, newKeys, withFreshKey, withoutKey } from './new-keys.ts'
import type { EndingPurpose, RotatingPurpose, StoredKeys } from './new-keys.ts'
import { createPrivateFile, lockFile, replacePrivateFile } from './private-file.ts'

/**
 * The keys of every purpose. The first of a list is current, the others still read what was
 * written under them. `refresh` reads the file again, so that a rotation needs no restart.
 */
export type KeyRing = Readonly<Keys> & { readonly refresh: () => boolean }

/** Reads the key ring, or names everything that is wrong with it; never a key's value. */
export function loadKeyRing(path: string, { production = false } = {}): KeyRing {
  return refreshed(() => readKeys(path, production))
}

/** What was read, and is read again when somebody needs a key that was not there. */
export function refreshed<Read extends object>(read: () => Read): Read & Refreshed {
  let readAt = Date.now()
  const refresh = (): boolean => {
    if (Date.now() - readAt < REFRESH_INTERVAL_MS) return false
    readAt = Date.now()
    Object.assign(ring, read())
    return true
  }
  const ring = { ...read(), refresh }
  return ring
}

/** Writes a new key ring; one that exists is left alone. True when it was written. */
export async function createKeyRing(path: string): Promise<boolean> {
  // Making the keys takes a while, so the usual case is looked at first.
  return existsSync(path) ? false : createPrivateFile(path, toText(newKeys()))
}

/** Puts a fresh key in front; the old ones stay and keep reading what they wrote. */
export async function rotate(path: string, purpose: RotatingPurpose): Promise<void> {
  // Of two rotations at once one would drop the other's key, perhaps after its first use.
  const unlock = await lockFile(path)
  try {
    loadKeyRing(path)
    const stored = readJson(path) as StoredKeys
    await replacePrivateFile(path, toText(withFreshKey(stored, purpose)))
  } finally {
    await unlock()
  }
}

/**
 * Takes a key out for good: whatever still stands under it can never be read again. Whether something
 * does, the caller has to know; the key that is in use stays in any case.
 */
export async function retire(path: string, purpose: EndingPurpose, id: string): Promise<void> {
  const unlock = await lockFile(path)
  try {
    loadKeyRing(path)
    const stored = readJson(path) as StoredKeys
    await replacePrivateFile(path, toText(withoutKey(stored, purpose, id)))
    loadKeyRing(path)
  } catch (error) {
    if (error instanceof RangeError) throw new KeyRingError(path, [error.message])
    throw error
  } finally {
    await unlock()
  }
}

/** When the key after this one was made: from then on nothing new stands under it. */
export function supersededAt(path: string, purpose: EndingPurpose, id: string): Date | undefined {
  const { newer } = findStored(readJson(path) as StoredKeys, purpose, id)
  return newer && new Date(newer.createdAt)
}

export class KeyRingError extends Error {
  readonly problems: readonly string[]

  constructor(path: string, problems: readonly string[]) {
    super([`the key ring ${path} cannot be used:`, ...problems].join('\n  '))
    this.name = 'KeyRingError'
    this.problems = problems
  }
}

export function currentKey<Key>(keys: readonly Key[]): Key {
  const [current] = keys
  if (current === undefined) throw new Error('the key ring has no key for this purpose')
  return current
}

/** Looks a key up, once more after a refresh: another process may have rotated since the start. */
export function findKey<Key, Ring extends Refreshed>(
  ring: Ring,
  find: (ring: Ring) => Key | undefined,
): Key | undefined {
  return find(ring) ?? (tryRefresh(ring) ? find(ring) : undefined)
}

interface Refreshed {
  readonly refresh: () => boolean
}

// Key ids come from outside, so made-up ones must not cost a file read each.
const REFRESH_INTERVAL_MS = 1_000

function tryRefresh(ring: Refreshed): boolean {
  try {
    return ring.refresh()
  } catch {
    // What was loaded stays good when the file is broken meanwhile.
    return false
  }
}

function readKeys(path: string, production: boolean): Keys {
  const isOpenWire = ({ transit }: Keys) => production && transit?.address.startsWith('http:')
  return readPrivate(path, KeyRingFile, { production }, (keys) => [
    ...(isOpenWire(keys) ? ['transit.address must be https in production'] : []),
    ...reusedKeys(keys),
  ])
}

/** A file of keys as its schema wants it, or everything that is wrong with it. */
export function readPrivate<Read>(
  path: string,
  schema: z.ZodType<Read>,
  { production }: { production: boolean },
  problemsOf: (read: Read) => string[] = () => [],
): Read {
  const problems: string[] = []
  const parsed = schema.safeParse(readJson(path))
  if (production && isOpenToOthers(statSync(path), process.getuid?.())) {
    problems.push('the file is open to other users; its mode must be 0600')
  }
  for (const issue of parsed.error?.issues ?? []) {
    problems.push([issue.path.map(String).join('.'), issue.message].filter(Boolean).join(' '))
  }
  if (parsed.data) problems.push(...problemsOf(parsed.data))
  if (problems.length > 0 || !parsed.success) throw new KeyRingError(path, problems)
  return parsed.data
}

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    // The parser's own message would quote the file.
    throw new KeyRingError(path, [missing ? 'the file is missing' : 'the file is not JSON'])
  }
}

/**
 * Whether anybody else may read it. A platform mounts a secret as root's, readable for the group that
 * the process runs as: that group is nobody else's.
 */
export function isOpenToOthers(
  { mode, uid }: { mode: number; uid: number },
  user: number | undefined,
): boolean {
  const isMounted = uid !== user
  return (mode & (isMounted ? 0o037 : 0o077)) !== 0
}

export function toText(keys: object): string {
  return `${JSON.stringify(keys, null, 2)}\n`
}
