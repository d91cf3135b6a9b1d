import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../src/', import.meta.url))

test.each([
  ...['portal/texts', 'portal/pages', 'portal/views', 'operator/pages', 'checkout/texts', 'kit'],
])('nobody who uses a browser is sent to a command line by %s', (folder) => {
  const files = readdirSync(root + folder).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const lines = readFileSync(`${root}${folder}/${name}`, 'utf8').split('\n')
    const texts = lines.map((line) => line.trim()).filter((line) => !/^[/*]/.test(line))
    expect(texts.join('\n'), name).not.toMatch(
      /npm (?:run|start)|npx |command line|tollgate [a-z]+ [a-z]/,
    )
  }
})
