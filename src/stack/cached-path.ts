import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where something is kept that was fetched or built by these lock files: others are another thing. */
export function cachedPath(name: string, files: readonly string[], env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file, 'utf8'))
  return join(cacheDirectory(env), `${name}-${hash.digest('hex').slice(0, 12)}`)
}

function cacheDirectory(env: NodeJS.ProcessEnv): string {
  if (env['TOLLGATE_CACHE']) return env['TOLLGATE_CACHE']
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'tollgate')
}
