import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { inStep, openTerminal } from '../../src/stack/terminal.ts'

/** A program that tests run and npm does not bring. */
export interface NeededProgram {
  title: string
  /** Who needs it, as in "the browser tests". */
  neededBy: string
  /** What it may be called on the path, the best first. */
  names: readonly string[]
  /** What does as well, with more work: it is taken where the program cannot be installed. */
  substitutes?: readonly string[]
  /** The packages of Debian that bring it. */
  packages: readonly string[]
  /** A variable that names the program, where it lies nowhere on the path. */
  pathVariable?: string
  /** Where else it may lie. */
  elsewhere?: readonly string[]
}

const APT = '/usr/bin/apt-get'
const INSTALL_MS = 600_000

/** Where the program is; on a Debian where we may, it is installed first. */
export async function findProgram(needed: NeededProgram): Promise<string> {
  const named = needed.pathVariable && process.env[needed.pathVariable]
  if (named && !existsSync(named))
    throw new Error(`${needed.pathVariable} names ${named}, and there is no such file.`)
  const found = named || whereItLies(needed)
  if (found) return found
  const substitute = whereItLies({ names: needed.substitutes ?? [] })
  if (process.getuid?.() === 0 && existsSync(APT))
    return install(needed).catch((error: unknown) => substitute ?? Promise.reject(error as Error))
  if (!substitute) throw missing(needed)
  return substitute
}

/** Where the program lies on this machine as it is. */
function whereItLies({
  names,
  elsewhere = [],
}: Pick<NeededProgram, 'names' | 'elsewhere'>): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...elsewhere].find((path) => existsSync(path))
}

async function install(needed: NeededProgram): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    promisify(execFile)(APT, args, { timeout: INSTALL_MS, env, maxBuffer: 2 ** 26 })
  try {
    await inStep(openTerminal(), `Installing ${needed.title} for ${needed.neededBy}`, async () => {
      await run('update')
      await run('install', '-y', '--no-install-recommends', ...needed.packages)
    })
  } catch (error) {
    throw missing(needed, error)
  }
  const found = whereItLies(needed)
  if (!found) throw missing(needed)
  return found
}

function missing(
  { title, neededBy, packages, pathVariable }: NeededProgram,
  cause?: unknown,
): Error {
  const tried = cause === undefined ? '' : ', and apt-get could not install it'
  const orNamed = pathVariable ? `, or name its program in ${pathVariable}` : ''
  return new Error(
    `${title} is missing for ${neededBy}${tried}: ` +
      `install it (Debian: apt-get install ${packages.join(' ')})${orNamed}.`,
    { cause },
  )
}
