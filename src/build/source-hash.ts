import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../stack/paths.ts'

/** All that a build is made of. */
const SOURCES = [
  ...['src', 'workflows', 'activities', 'worker', 'sdk/typescript/src', 'docs/guides'],
  ...['docs/tollgate.postman_collection.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json'],
]

/** Changes when anything does that a build is made of. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesIn).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(source: string): string[] {
  if (statSync(join(root, source)).isFile()) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
