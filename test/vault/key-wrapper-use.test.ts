import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = ['src', 'activities', 'worker', 'workflows'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

test('whoever seals asks for the configured wrapper; the local one is for the keys of the portal', () => {
  const local = sources
    .filter((file) => !file.startsWith('src/vault/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/createLocalKeyWrapper\(.*/g) ?? [])
  expect(local.filter((use) => !/\((portalKeys|keys)\b/.test(use))).toEqual([])
})
