import { userInfo } from 'node:os'
import { Option } from 'commander'

/** Who does it: the account on this machine when nobody is named. */
export const byOption = (): Option =>
  new Option('--by <name>', 'who does it, for the audit').default(accountName())

/** A container may run as a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return process.env.USER ?? 'operator'
  }
}
