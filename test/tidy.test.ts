import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../src/contract/openapi.ts'
import { endpoints } from '../src/http/routes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = listFiles()
const sources = files.filter(
  (file) =>
    /^(src|workflows|activities|worker|sdk)\/.*\.m?tsx?$/.test(file) &&
    !file.includes('/generated/'),
)
const tests = files.filter((file) => /^test\/.*\.ts$/.test(file))
const texts = files.filter((file) => !/\.(png|svg|ico|woff2|sum)$|package-lock/.test(file))

describe('files', () => {
  test('none is over 300 lines', () => {
    expect(sources.filter((file) => read(file).split('\n').length > 301)).toEqual([])
  })

  test('half of them are under 100 lines', () => {
    const lengths = sources.map((file) => read(file).split('\n').length).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)] ?? 0).toBeLessThan(100)
  })

  test('one that exports a single thing is named after it', () => {
    const misnamed = sources.filter((file) => {
      const text = read(file)
      return valueExports(text).length === 1 && !allExports(text).some((name) => named(file, name))
    })
    expect(misnamed.filter((file) => !/\/(main|index|routes)\.ts$/.test(file))).toEqual([])
  })
})

describe('texts', () => {
  test('nothing is left unfinished', () => {
    const unfinished = words('TO+DO', 'FIX+ME', 'XX+X', 'not imple+mented', 'place+holder')
    expect(linesWith(unfinished, [...sources, ...tests])).toEqual([])
  })

  test('every test runs and tests something', () => {
    const idle = words('\\.sk+ip\\(', '\\.on+ly\\(', '\\.to+do\\(', '\\.fai+ls\\(')
    expect(linesWith(idle, tests)).toEqual([])
    expect(linesWith(words('expect\\(tr+ue\\)'), tests)).toEqual([])
  })

  test('nothing speaks of the machine that it was written on', () => {
    const machine = words('(^|[^a-z.\\w])/(wo+rk|ro+ot|fa+rm)/', '\\.\\./sha+red', '\\bsha+red/')
    expect(linesWith(machine, texts)).toEqual([])
  })

  test('the lock file names no download address', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })

  test('the lock file has the binaries of every platform, without which npm ci refuses it', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>
    }
    const paths = Object.keys(packages)
    const asked = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    const isThere = (name: string) => paths.some((path) => path.endsWith(`node_modules/${name}`))
    expect(asked.filter((name) => !isThere(name))).toEqual([])
  })
})

describe('endpoints', () => {
  const endpointFiles = sources.filter((file) => file.startsWith('src/http/endpoints/'))
  const routes = read('src/http/routes.ts')

  test('each file exports the endpoint that it is named after', () => {
    const wrong = endpointFiles.filter(
      (file) => !valueExports(read(file)).includes(camelCase(file)),
    )
    expect(wrong).toEqual([])
  })

  test('each is a line in routes.ts', () => {
    const unrouted = endpointFiles.filter(
      (file) =>
        !routes.includes(`endpoints/${basename(file)}`) || !routes.includes(camelCase(file)),
    )
    expect(unrouted).toEqual([])
  })

  test('each has a test file of its own', () => {
    const tested = new Set(tests.map((file) => basename(file).replace(/(\.db)?\.test\.ts$/, '')))
    expect(
      endpointFiles.map((file) => basename(file, '.ts')).filter((name) => !tested.has(name)),
    ).toEqual([])
  })

  test('each is served once and described in the API document', () => {
    const document = openapiDocument(endpoints, { serverUrl: 'https://a.eu', version: '1' })
    const { paths } = document as { paths: Record<string, object> }
    const described = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(endpoints).toHaveLength(endpointFiles.length)
    expect(described).toHaveLength(endpoints.length)
  })
})

describe('migrations', () => {
  test('each has its own number, without gaps', () => {
    const names = files.filter((file) => file.startsWith('src/postgres/migrations/')).sort()
    const numbers = names.map((file) => Number(basename(file).slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  return output.split('\n').filter((file) => file !== '' && existsSync(`${root}/${file}`))
}

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

/** The `+` keeps this file from finding itself. */
function words(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|').replaceAll('+', ''))
}

function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${String(index + 1)}: ${line}`] : [],
      ),
  )
}

function valueExports(text: string): string[] {
  const pattern = /^export (?:default )?(?:async )?(?:function\*?|const|class) (\w+)/gm
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))]
}

function allExports(text: string): string[] {
  const types = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)]
  return [...valueExports(text), ...types.map((match) => match[1] ?? '')]
}

/** By the beginning of a word, so that `settlement.ts` may export `settle`. */
function named(file: string, name: string): boolean {
  const wordsOfName = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
  const wordsOfFile = basename(file)
    .replace(/\.\w+$/, '')
    .split('-')
  return wordsOfFile.some((word) =>
    wordsOfName.some((other) => other.startsWith(word.slice(0, 5)) || word.startsWith(other)),
  )
}

function camelCase(file: string): string {
  return basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
