import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { codeSamples } from '../../src/reference/code-samples.ts'
import { canRun } from '../support/interpreters.ts'

const call = {
  method: 'post',
  url: 'http://127.0.0.1:1/v1/ecommerce/payment',
  token: 'TOKEN',
  idempotencyKey: 'key-1',
  body: { name: `it's "quoted" \\ Łódź`, yes: true, no: false, list: [{ a: 1.5 }], empty: {} },
}
const samples = codeSamples(call)

const languages = [
  {
    language: 'Python',
    command: 'python3',
    args: ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  },
  { language: 'PHP', command: 'php', args: ['-l'] },
] as const

describe('a sample is a program that the language reads', () => {
  test('curl', () => {
    expect(spawnSync('bash', ['-n'], { input: samples.curl }).status).toBe(0)
    const { stdout } = spawnSync('bash', [
      '-c',
      `curl() { printf '%s\\n' "\${@: -1}"; }\n${samples.curl}`,
    ])
    expect(JSON.parse(String(stdout))).toEqual(call.body)
  })

  test('TypeScript', async () => {
    const { transpileModule, DiagnosticCategory } = (await import('typescript')).default
    const { diagnostics = [] } = transpileModule(samples.TypeScript, { reportDiagnostics: true })
    expect(diagnostics.filter(({ category }) => category === DiagnosticCategory.Error)).toEqual([])
    expect(samples.TypeScript).toContain('"Authorization": "Bearer TOKEN"')
  })

  for (const { language, command, args } of languages)
    test.runIf(canRun(command))(language, () => {
      expect(spawnSync(command, args, { input: samples[language] }).status).toBe(0)
      expect(spawnSync(command, args, { input: `${samples[language]}\n)` }).status).not.toBe(0)
    })

  test('PHP has its own way of quoting', () => {
    expect(samples.PHP).toContain(`'it\\'s "quoted" \\\\ Łódź'`)
  })
})

test('a call without a body and a token sends neither', () => {
  const plain = codeSamples({ method: 'get', url: 'https://x.example/health/live' })
  for (const text of Object.values(plain)) expect(text).not.toMatch(/Authorization|Content-Type/)
})
