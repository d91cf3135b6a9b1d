import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTokenizerApp } from '../../http/support/tokenizer-app.ts'
import type { TokenizerApp } from '../../http/support/tokenizer-app.ts'
import { commandLine } from '../../support/cli.ts'

let app: TokenizerApp
let tollgate: ReturnType<typeof commandLine>
beforeAll(async () => {
  app = await startTokenizerApp()
  tollgate = commandLine({ DATABASE_URL: app.databaseUrl, KEYS_FILE: 'none' })
})
afterAll(() => app.close())

test('token show tells of the token, its life and the proof that the payer agreed', async () => {
  const consents = [{ type: 'STORE_CARD', version: '3' }]
  const device = { ip: '203.0.113.9', browserData: { javascriptEnabled: false, language: 'pl' } }
  const { tokenizerId, token } = await app.stored({ consents, device })
  const { code, text } = await tollgate('token', 'show', tokenizerId)
  expect(code).toBe(0)
  expect(text).toContain(`tokenization   ${tokenizerId}, version `)
  expect(text).toMatch(/token +COF VISA 400000\*{6}1000, expires 203012, ACTIVE/)
  expect(text).toMatch(/consent +told \S+Z \(.*\), payer at 203\.0\.113\.9: \[{"type":"STORE_CARD"/)
  expect(text).toMatch(/stored/)
  expect(text).not.toContain(token.instrumentNo)
  const json = JSON.parse((await tollgate('token', 'show', tokenizerId, '--json')).text)
  expect(JSON.parse(json.consents.statement)).toEqual(consents)
  expect(JSON.stringify(json)).not.toContain('@example.com')
})

test('where the merchant told nothing, it says so; an unknown one is a failure', async () => {
  const { tokenizerId } = await app.stored()
  expect((await tollgate('token', 'show', tokenizerId)).text).toMatch(/consent +none was told/)
  const unknown = await tollgate('token', 'show', 'nobody')
  expect([unknown.code, unknown.problem]).toEqual([1, expect.stringContaining('no tokenization')])
})
