import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pick } from '../environment.ts'
import { StackFailure } from '../failure.ts'
import { takeLock } from '../processes/lock-file.ts'
import type { Environment } from '../processes/managed-process.ts'
import { isAtLeast, neededGo } from './temporal-version.ts'
import type { Step, Terminal } from '../terminal.ts'

/** A program of a Go module that we carry. */
export interface GoProgram {
  /** What people read while it is built. */
  title: string
  /** The folder of the module whose lock file fixes the program. */
  module: string
  /** The path of its main package. */
  source: string
  /** Where the binary is kept. */
  target: string
}

/** Builds it from the module we carry. Two starts at once share one build. */
export async function buildProgram(
  program: GoProgram,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string> {
  await requireGo(env)
  mkdirSync(dirname(program.target), { recursive: true })
  const step = terminal.step(program.title)
  try {
    await buildOnce(program, env, step)
    step.done()
    return program.target
  } catch (error) {
    step.fail()
    throw error
  }
}

const BUILD_TIMEOUT_MS = 40 * 60_000

async function requireGo(env: NodeJS.ProcessEnv): Promise<void> {
  const command = promisify(execFile)
  const version = await command('go', ['version'], { env: goEnvironment(env), timeout: 20_000 })
    .then(({ stdout }) => /go(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1])
    .catch(() => undefined)
  if (version === undefined) throw new StackFailure(`Go is not on PATH (${neededGo} is needed)`)
  if (isAtLeast(version, neededGo)) return
  throw new StackFailure(`Go ${version} is on PATH, ${neededGo} or newer is needed`)
}

async function buildOnce(program: GoProgram, env: NodeJS.ProcessEnv, step: Step): Promise<void> {
  const { target } = program
  const giveUpAt = Date.now() + BUILD_TIMEOUT_MS
  for (;;) {
    const lock = takeLock(`${target}.lock`)
    if ('release' in lock) {
      try {
        if (!existsSync(target)) await runGo(program, env, step)
        return
      } finally {
        lock.release()
      }
    }
    if (Date.now() > giveUpAt) throw new StackFailure('the build of another start does not end')
    step.update(`waiting for the build of process ${String(lock.heldBy)}`)
    await sleep(1000)
  }
}

/** To a name of its own and then renamed: a build that is cut short is never mistaken for one. */
async function runGo(program: GoProgram, env: NodeJS.ProcessEnv, step: Step): Promise<void> {
  const { module, source, target } = program
  const draft = `${target}.building`
  const flags = ['-v', '-trimpath', '-ldflags=-s -w', '-o', draft]
  const child = spawn('go', ['build', ...flags, source], {
    cwd: module,
    env: goEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const progress = new BuildProgress()
  child.stderr.setEncoding('utf8').on('data', (text: string) => step.update(progress.read(text)))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  process.off('exit', endWithUs)
  if (code === 0) return renameSync(draft, target)
  rmSync(draft, { force: true })
  throw new StackFailure(`go build failed: ${progress.problem}`)
}

function goEnvironment(env: NodeJS.ProcessEnv): Environment {
  const wanted = /^(PATH|HOME|USER|TMPDIR|XDG_.*|GO.*|SSL_CERT_.*|(HTTPS?|NO)_PROXY)$/i
  const names = Object.keys(env).filter((name) => wanted.test(name))
  return { ...pick(env, names), GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
}

/** Go says little: the modules it downloads, then the packages it compiles. */
class BuildProgress {
  #downloaded = 0
  #compiled = 0
  #lastLines: string[] = []

  read(text: string): string {
    for (const line of text.split('\n')) {
      if (line.startsWith('go: downloading')) this.#downloaded++
      else if (/^[\w.-]+(\/[\w.~-]+)*$/.test(line)) this.#compiled++
      else if (line.trim() !== '') this.#lastLines = [...this.#lastLines.slice(-4), line]
    }
    const compiled = `${String(this.#compiled)} packages compiled`
    return this.#compiled > 0 ? compiled : `${String(this.#downloaded)} modules downloaded`
  }

  get problem(): string {
    const text = this.#lastLines.join(' ').slice(0, 600)
    if (/no space left/.test(text)) return `the disk is full, about 3 GB are needed (${text})`
    if (/dial tcp|no such host|i\/o timeout|proxyconnect/.test(text)) {
      return `Go modules cannot be downloaded: check the network or GOPROXY (${text})`
    }
    return text === '' ? 'it said nothing' : text
  }
}
