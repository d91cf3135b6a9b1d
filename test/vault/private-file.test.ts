import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPrivateFile, lockFile, replacePrivateFile } from '../../src/vault/private-file.ts'
import { freshFolder } from '../support/key-ring.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('a private file', () => {
  test('is for its owner alone, and so is a folder that is made for it', async () => {
    const folder = join(freshFolder(), 'a', 'b')
    expect(await createPrivateFile(join(folder, 'keys'), 'secret')).toBe(true)
    expect(readFileSync(join(folder, 'keys'), 'utf8')).toBe('secret')
    expect([modeOf(join(folder, 'keys')), modeOf(folder)]).toEqual([0o600, 0o700])
    expect(readdirSync(folder)).toEqual(['keys'])
  })

  test('that exists is left alone, and no draft of another stays', async () => {
    const folder = freshFolder()
    await createPrivateFile(join(folder, 'keys'), 'first')
    expect(await createPrivateFile(join(folder, 'keys'), 'second')).toBe(false)
    expect(readFileSync(join(folder, 'keys'), 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['keys'])
  })

  test('that cannot be made is an error, not something that exists', async () => {
    const folder = freshFolder()
    const path = join(folder, 'n'.repeat(220))
    await expect(createPrivateFile(path, 'secret')).resolves.toBe(true)
    await expect(createPrivateFile(join(path, 'inside'), 'secret')).rejects.toThrow()
  })

  test('is replaced as a whole, and stays private', async () => {
    const path = join(freshFolder(), 'keys')
    await createPrivateFile(path, 'old')
    chmodSync(path, 0o644)
    await replacePrivateFile(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(modeOf(path)).toBe(0o600)
  })
})

describe('a lock', () => {
  test('is held by one, and names itself to the other', async () => {
    const folder = freshFolder()
    const path = join(folder, 'keys')
    const unlock = await lockFile(path)
    expect(modeOf(`${path}.lock`)).toBe(0o600)
    await expect(lockFile(path)).rejects.toThrow(
      `${path} is being changed; if not, remove ${path}.lock`,
    )
    await unlock()
    expect(existsSync(`${path}.lock`)).toBe(false)
    await (
      await lockFile(path)
    )()
  })

  test('of one file is not the lock of another', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'other'))
    await lockFile(join(folder, 'keys'))
    await (
      await lockFile(join(folder, 'other', 'keys'))
    )()
  })
})
