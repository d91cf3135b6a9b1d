import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the state of the stack that runs here is kept. */
export const stackHome = (): string => process.env.TOLLGATE_HOME ?? '.tollgate'

/** The sandbox of that stack tells what its providers did. */
export function sandboxLog(): string | undefined {
  const path = join(stackHome(), 'stack.json')
  if (!existsSync(path)) return undefined
  const { sandbox } = JSON.parse(readFileSync(path, 'utf8')) as { sandbox?: string }
  return sandbox === undefined ? undefined : `${sandbox}/acquirer/log`
}
