import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = ['src', 'activities', 'worker', 'workflows'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

test('whoever seals asks for the configured wrapper, and nobody for the local one', () => {
  const local = sources.filter((file) => readFileSync(file, 'utf8').includes('local-key-wrapper'))
  expect(local.filter((file) => !file.startsWith('src/vault/'))).toEqual([])
})
