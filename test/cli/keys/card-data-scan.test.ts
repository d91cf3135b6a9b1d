import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardDataScan } from '../../../src/cli/keys/card-data-scan.ts'
import { freshFolder } from '../../support/key-ring.ts'

test('the exit code is the number of hits, and each is told without the secret', async () => {
  const { folder, run } = setUp()
  writeFileSync(join(folder, 'log'), '4000000000001000 and {"cvv":"123"}')
  const { code, text } = await run()
  expect(code).toBe(2)
  expect(text).toContain(`${join(folder, 'log')}:0  card 400000******1000 (plain)`)
  expect(text).toContain('2 hits in 1 files')
  expect(text).not.toContain('4000000000001000')
})

test('a clean folder ends with 0', async () => {
  const { folder, run } = setUp()
  writeFileSync(join(folder, 'log'), 'nothing here')
  expect(await run()).toMatchObject({ code: 0 })
})

test('canaries come from a file, one a line', async () => {
  const { folder, run } = setUp()
  const canariesFile = join(freshFolder(), 'canaries')
  writeFileSync(canariesFile, 'CANARY-one\n\n4539148803436467\n')
  writeFileSync(join(folder, 'log'), 'CANARY-one 4539 1488 0343 6467')
  expect(await run({ canariesFile })).toMatchObject({ code: 2 })
})

test('a path that is not there is not taken for a clean one', async () => {
  const { folder, run } = setUp()
  expect(await run({ paths: [join(folder, 'missing')] })).toMatchObject({ code: 1 })
})

test('json is printed as one document', async () => {
  const { folder, run } = setUp()
  writeFileSync(join(folder, 'log'), '4000000000001000')
  const { text } = await run({ json: true })
  expect(JSON.parse(text)).toMatchObject({ hits: [{ kind: 'card' }], filesScanned: 1 })
})

function setUp() {
  const folder = freshFolder()
  const run = async (options: Partial<Parameters<typeof cardDataScan>[0]> = {}) => {
    let text = ''
    const write = (part: string) => void (text += part)
    const code = await cardDataScan({ paths: [folder], write, ...options })
    return { code, text }
  }
  return { folder, run }
}
