import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedPath } from '../cached-path.ts'

/** The Go module whose lock file fixes the Temporal server that we build, fetch and cache. */
export const temporalModule = fileURLToPath(new URL('temporal-server', import.meta.url))

/** The same server again, as a program whose services run in processes of their own. */
export const clusterModule = fileURLToPath(new URL('temporal-cluster', import.meta.url))

/** Older servers lack what workers and search attributes need. */
export const OLDEST_SERVER = '1.29'

const goMod = readFileSync(join(temporalModule, 'go.mod'), 'utf8')

export const cliVersion = firstGroup(/github\.com\/temporalio\/cli (v[\d.]+)/m)
/** @internal What is deployed and what is tested are the same. */
export const serverVersion = firstGroup(/go\.temporal\.io\/server v([\d.]+)/m)
export const neededGo = firstGroup(/^go ([\d.]+)$/m)

export function cachedTemporalPath(env: NodeJS.ProcessEnv): string {
  return cachedProgram('temporal', temporalModule, env)
}

/** Where the binary of a module is kept: another lock file is another binary. */
export const cachedProgram = (name: string, module: string, env: NodeJS.ProcessEnv): string =>
  cachedPath(
    name,
    ['go.mod', 'go.sum'].map((file) => join(module, file)),
    env,
  )

/** True when the dotted number `actual` is at least `needed`. */
export function isAtLeast(actual: string, needed: string): boolean {
  const [have, want] = [actual, needed].map((version) => version.split('.').map(Number))
  for (const [place, number] of (want ?? []).entries()) {
    const difference = (have?.[place] ?? 0) - number
    if (difference !== 0) return difference > 0
  }
  return true
}

function firstGroup(pattern: RegExp): string {
  const found = pattern.exec(goMod)?.[1]
  if (found === undefined) throw new Error(`temporal-server/go.mod lacks ${String(pattern)}`)
  return found
}
