import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leaveStamp, sourcesSince } from './sources-since.ts'

test('only what was written after the last time is looked at again', () => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-stamp-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  execFileSync('git', ['init', '-q', root])
  const stamp = join(root, '.git/stamp')
  const write = (file: string, at: number) => {
    writeFileSync(join(root, file), '')
    utimesSync(join(root, file), at, at)
  }
  write('old.ts', 1_000)
  write('new.tsx', 3_000)
  write('note.md', 3_000)
  expect(sourcesSince(root, stamp).sort()).toEqual(['new.tsx', 'old.ts'])
  leaveStamp(stamp, new Date(2_000_000))
  expect(sourcesSince(root, stamp)).toEqual(['new.tsx'])
})
