import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from './import-table.js'
import { covers, entryOf, importTable } from './import-table.js'
import { circles, importGraph } from './import-graph.ts'

const MOST_FILES = 30
const graph = importGraph()
const files = [...graph.keys()]

describe('the import graph', () => {
  test('sees imports, types, re-exports and import()', () => {
    const targets = (file: string) => graph.get(file)?.map(({ target }) => target)
    expect(targets('workflows/payment.ts')).toContain('activities/record.ts')
    expect(targets('src/connectors/blik/index.ts')).toContain('src/connectors/refund.ts')
    expect(targets('src/role.ts')).toContain('worker/main.ts')
    expect(circles(new Map([...'abc'].map((name, i) => [name, [...'bca'[i]!]])))).toEqual([
      ['a', 'b', 'c'],
    ])
    expect(
      circles(
        new Map([
          ['a', ['b']],
          ['b', []],
        ]),
      ),
    ).toEqual([])
  })

  test('has no circle', () => {
    const arrows = new Map(
      [...graph].map(([file, imports]) => [file, imports.map(({ target }) => target)]),
    )
    expect(circles(arrows)).toEqual([])
  })
})

describe('folders', () => {
  test(`none holds more than ${MOST_FILES} files, but that of the endpoints`, () => {
    const folders = files.map((file) => posix.dirname(file))
    const crowded = new Set(
      folders.filter((folder) => folders.filter((one) => one === folder).length > MOST_FILES),
    )
    expect([...crowded]).toEqual(['src/http/endpoints'])
  })
})

describe('floors', () => {
  test('the import table goes from the ground up: an entry names only what stands before it', () => {
    const up = importTable.flatMap((entry, floor) =>
      oursOf(entry).flatMap((target) => {
        const below = importTable.findIndex(({ path }) => path === entryOf(target)?.path)
        return below < floor ? [] : [`${entry.path} → ${target}`]
      }),
    )
    expect(up).toEqual([])
  })

  test('no arrow between rooms runs up', () => {
    const floorOf = (file: string) => importTable.findIndex(({ path }) => path === roomOf(file))
    const up = [...graph].flatMap(([file, imports]) =>
      imports
        .filter(({ target }) => graph.has(target) && floorOf(target) > floorOf(file))
        .map(({ target }) => `${file} → ${target}`),
    )
    expect(up).toEqual([])
  })
})

describe('the import table', () => {
  test('every entry has files', () => {
    const used = new Set(files.map((file) => entryOf(file)?.path))
    const idle = importTable.filter(({ path }) => path !== 'test/' && !used.has(path))
    expect(idle.map(({ path }) => path)).toEqual([])
  })

  test('every permission is used, and only as far as it is needed', () => {
    expect(importTable.flatMap(unusedIn)).toEqual([])
  })
})

test('only who serves every endpoint, or every page, is given all services', () => {
  const given = files.filter(
    (file) => file.startsWith('src/') && /: Services\b(?!\[)/.test(readFileSync(file, 'utf8')),
  )
  expect(given.toSorted()).toEqual([
    'src/checkout/create-checkout.ts',
    'src/checkout/make-page.ts',
    'src/http/answer-once.ts',
    'src/http/app.ts',
    'src/http/ask-endpoint.ts',
    'src/http/create-services.ts',
    'src/http/endpoint.ts',
    'src/http/serve-endpoint.ts',
  ])
})

/** The widest entry: sub-folders with rules of their own stand on the floor of their room. */
function roomOf(file: string): string | undefined {
  const paths = importTable.map(({ path }) => path).filter((path) => file.startsWith(path))
  return paths.sort((a, b) => a.length - b.length)[0]
}

function oursOf({ ours = [], types = [] }: Entry): string[] {
  return [...ours, ...types].filter((target) => /^(src|workflows|activities|worker)\//.test(target))
}

function unusedIn(entry: Entry): string[] {
  if (entry.anything) return []
  const own = files.filter((file) => entryOf(file) === entry)
  const imports = own.flatMap((file) => graph.get(file) ?? [])
  const values = imports.filter(({ typeOnly }) => !typeOnly)
  const { ours = [], packages = [], types = [], node = [] } = entry
  const idle = (allowed: readonly string[], among: typeof imports) =>
    allowed.filter((name) => !among.some(({ target }) => covers(name, target)))
  return [
    ...idle([...ours, ...packages], values),
    ...idle(types, imports),
    ...(node === 'any'
      ? []
      : idle(
          node.map((name) => `node:${name}`),
          values,
        )),
  ].map((name) => `${entry.path}: ${name}`)
}
