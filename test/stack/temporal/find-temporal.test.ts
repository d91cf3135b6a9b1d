import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findTemporal } from '../../../src/stack/temporal/find-temporal.ts'
import { cachedTemporalPath, neededGo } from '../../../src/stack/temporal/temporal-version.ts'
import { silentTerminal } from '../../../src/stack/terminal.ts'
import type { Terminal } from '../../../src/stack/terminal.ts'
import { temporaryHome } from '../temporary-home.ts'

const good = 'echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"'
const old = 'echo "temporal version 1.1.0 (Server 1.25.0, UI 2.30.0)"'

test('a path that is given is used before anything else', async () => {
  const { env, program } = machine()
  const given = program('elsewhere/temporal', good)
  program('bin/temporal', good)
  expect(await find({ ...env, TEMPORAL_CLI_PATH: given })).toBe(given)
})

test('a given path that does not work leads on to PATH', async () => {
  const { env, program } = machine()
  const onPath = program('bin/temporal', good)
  expect(await find({ ...env, TEMPORAL_CLI_PATH: '/nowhere/temporal' })).toBe(onPath)
})

test('a server that is too old leads on to the cache', async () => {
  const { env, program } = machine()
  program('bin/temporal', old)
  const cached = cachedTemporalPath(env)
  program(cached, good)
  expect(await find(env)).toBe(cached)
})

test('without a network it is built with Go, and the reasons are told', async () => {
  const { env, program } = machine()
  program('bin/go', fakeGo(neededGo, good))
  const notes: string[] = []
  const terminal: Terminal = { ...silentTerminal, note: (text) => notes.push(text) }
  expect(await findTemporal(env, terminal)).toBe(cachedTemporalPath(env))
  expect(notes.join('\n')).toMatch(/on PATH: not there/)
  expect(notes.join('\n')).toMatch(/download: temporal.download cannot be reached/)
})

test('two starts at once build once', async () => {
  const { env, program, home } = machine()
  program('bin/go', fakeGo(neededGo, good, `echo built >> ${join(home, 'builds')}; sleep 0.3`))
  const found = await Promise.all([find(env), find(env)])
  expect(new Set(found)).toEqual(new Set([cachedTemporalPath(env)]))
  expect(readFileSync(join(home, 'builds'), 'utf8')).toBe('built\n')
})

test('a build that fails leaves nothing behind and is quoted', async () => {
  const { env, program } = machine()
  program('bin/go', fakeGo(neededGo, good, 'echo "no space left on device" >&2; exit 1'))
  await expect(find(env)).rejects.toThrow(/disk is full/)
  expect(readdirSync(dirname(cachedTemporalPath(env)))).toEqual([])
})

test('a Go that is too old is named with the version that is needed', async () => {
  const { env, program } = machine()
  program('bin/go', fakeGo('1.21.0', good))
  await expect(find(env)).rejects.toThrow(`Go 1.21.0 is on PATH, ${neededGo} or newer is needed`)
})

test('when nothing works the message says what to install', async () => {
  const { env } = machine()
  await expect(find(env)).rejects.toThrow(/Install the Temporal CLI[^]*or Go[^]*TEMPORAL_ADDRESS/)
  expect(existsSync(cachedTemporalPath(env))).toBe(false)
})

/** A machine with an empty PATH, an empty cache and a network that refuses. */
function machine() {
  const home = temporaryHome()
  const shell = '/usr/bin:/bin'
  const env = {
    PATH: join(home, 'bin'),
    HOME: home,
    TOLLGATE_CACHE: join(home, 'cache'),
    HTTPS_PROXY: 'http://127.0.0.1:1',
  }
  const program = (path: string, script: string) => {
    const full = path.startsWith('/') ? path : join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, `#!/bin/sh\nPATH=${shell}\n${script}\n`)
    chmodSync(full, 0o755)
    return full
  }
  return { home, env, program }
}

/** Answers `go version`, and writes a program where `go build -o` wants it. */
function fakeGo(version: string, built: string, before = ':'): string {
  return `if [ "$1" = version ]; then echo "go version go${version} linux/amd64"; exit 0; fi
${before}
while [ "$1" != -o ]; do shift; done
printf '%s\\n' '#!/bin/sh' '${built}' > "$2"
chmod 755 "$2"`
}

async function find(env: NodeJS.ProcessEnv): Promise<string> {
  return findTemporal(env, silentTerminal)
}
