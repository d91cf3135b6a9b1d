import { execFileSync } from 'node:child_process'
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sources that were written after the stamp; all of them where there is none. */
export function sourcesSince(root: string, stamp: string): string[] {
  const since = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\n')
  return files.filter((file) => file !== '' && isYounger(join(root, file), since))
}

/** A file that was deleted is no longer looked at. */
const isYounger = (path: string, since: number): boolean =>
  existsSync(path) && statSync(path).mtimeMs >= since

/** What is written while a tool runs is looked at the next time. */
export function leaveStamp(stamp: string, at: Date): void {
  writeFileSync(stamp, '')
  utimesSync(stamp, at, at)
}
