import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('what is built runs in plain Node, without a package', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const compiler = 'node_modules/typescript/bin/tsc'
  const project = 'sdk/typescript/tsconfig.json'
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', folder])
  const program = `import('${folder}/index.js').then((sdk) => {
    const client = new sdk.Tollgate({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 })
    return client.payments.get('p').catch((error) => console.log(error.name))
  })`
  const said = execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' })
  expect(said.trim()).toBe('ConnectionError')
})
