import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { StackFailure } from '../failure.ts'

/** Who runs Postgres, which refuses to run as root. */
export interface Account {
  uid: number
  gid: number
  /** Not the user of this process. */
  isOther: boolean
}

/** Ourselves; as root, the owner of data that exists already, else `nobody`. */
export function choosePostgresAccount(dataDirectory: string): Account {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) {
    requireName(uid)
    return { uid, gid, isOther: false }
  }
  const owner = statSync(dataDirectory, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, isOther: true }
  }
  return { uid: idOf('-u'), gid: idOf('-g'), isOther: true }
}

function requireName(uid: number): void {
  try {
    userInfo()
  } catch {
    throw new StackFailure(
      `Postgres does not run under user id ${String(uid)}, which has no name in /etc/passwd: ` +
        'run as a user that has one, or set DATABASE_URL to a Postgres that runs elsewhere.',
    )
  }
}

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { timeout: 5000, stdio: 'pipe' }).toString())
  } catch {
    throw new StackFailure(
      'Postgres does not run as root, and there is no user "nobody" to run it: ' +
        'start as another user, or set DATABASE_URL to a Postgres that runs elsewhere.',
    )
  }
}
