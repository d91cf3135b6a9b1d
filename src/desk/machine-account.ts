import { userInfo } from 'node:os'

/** Who acts beside the database where nobody has a token; a container's number may have no name. */
export function machineAccount(): string {
  try {
    return `account/${userInfo().username}`
  } catch {
    return `account/${process.env.USER ?? 'unknown'}`
  }
}
