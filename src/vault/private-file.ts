import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomId } from './random-id.ts'

/** Writes a file that only its owner reads; one that exists is left alone. True when written. */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = await writeDraft(path, text)
  try {
    // Unlike a rename, a link never replaces a file that another process made first.
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft)
    await sync(dirname(path))
  }
}

/** Puts new content in place at once: a reader sees the old file or the new one. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
  await sync(dirname(path))
}

/** One at a time across processes; a second one is refused, not queued. */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lockPath = `${path}.lock`
  try {
    await (await open(lockPath, 'wx', 0o600)).close()
  } catch (cause) {
    throw new Error(`${path} is being changed; if not, remove ${lockPath}`, { cause })
  }
  return () => rm(lockPath)
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomId()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

// Without this a power cut may forget the file's name although its content is on disk.
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
