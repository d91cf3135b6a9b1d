// Plain JavaScript: what decides how TypeScript is loaded cannot be written in it.
import { existsSync, readdirSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'dist/src/cli/main.js')
const stamp = join(root, 'dist/.built')
/** All that a build of the command line is made of. */
const SOURCES = ['src', 'workflows', 'sdk/typescript/src', 'package-lock.json']

// Node 20 has none; a folder that cannot be written to is no mistake.
nodeModule.enableCompileCache?.(join(root, 'node_modules/.cache/tollgate/compiled'))

if (isUpToDate()) await import(pathToFileURL(built).href)
else {
  // Both of its loaders: the Temporal client requires our converters by their paths.
  await import('tsx')
  await import('../cli/main.ts')
}

/** Nothing was changed, added or taken away since the build began. */
function isUpToDate() {
  if (!existsSync(stamp) || !existsSync(built)) return false
  const builtAt = statSync(stamp).mtimeMs
  return SOURCES.every((source) => isOlder(join(root, source), builtAt))
}

function isOlder(path, time) {
  const at = statSync(path)
  if (at.mtimeMs > time) return false
  return !at.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), time))
}
