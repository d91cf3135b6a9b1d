import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findProgram } from './find-program.ts'

const needed = {
  title: 'Quux',
  neededBy: 'the tests of quux',
  names: ['quux', 'quux-ng'],
  packages: ['quux', 'quux-data'],
  pathVariable: 'QUUX_PATH',
} as const

test('a program is found under any of its names', async () => {
  const program = withProgramOnPath('quux-ng')
  expect(await findProgram(needed)).toBe(program)
})

test('what does as well is taken where the best cannot be installed', async () => {
  const getuid = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(1000)
  onTestFinished(() => getuid.mockRestore())
  const substitute = withProgramOnPath('quux-full')
  expect(await findProgram({ ...needed, substitutes: ['quux-full'] })).toBe(substitute)
})

test('the one that is named wins', async () => {
  withProgramOnPath('quux')
  const named = withProgramOnPath('other')
  vi.stubEnv('QUUX_PATH', named)
  expect(await findProgram(needed)).toBe(named)
})

test('a name that leads nowhere is said, not passed over', async () => {
  withProgramOnPath('quux')
  vi.stubEnv('QUUX_PATH', '/nowhere/quux')
  await expect(findProgram(needed)).rejects.toThrow(
    'QUUX_PATH names /nowhere/quux, and there is no such file.',
  )
})

test('who may not install it is told how to', async () => {
  const getuid = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(1000)
  onTestFinished(() => getuid.mockRestore())
  await expect(findProgram(needed)).rejects.toThrow(
    'Quux is missing for the tests of quux: install it (Debian: apt-get install quux quux-data), ' +
      'or name its program in QUUX_PATH.',
  )
})

function withProgramOnPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-path-'))
  const program = join(folder, name)
  writeFileSync(program, '')
  chmodSync(program, 0o700)
  vi.stubEnv('PATH', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  return program
}
