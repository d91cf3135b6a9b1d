import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { many } from '../../../src/postgres/db.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshFolder, freshKeyRing } from '../../support/key-ring.ts'

async function start(environment: 'sandbox' | 'production' = 'sandbox') {
  const { url, pool } = await freshDatabase()
  const { path } = await freshKeyRing()
  const folder = freshFolder()
  const fileOf = (...lines: string[]) => {
    const file = join(folder, 'issuers.csv')
    writeFileSync(file, ['low,high,scheme,issuer,country,as_of', ...lines].join('\n'))
    return file
  }
  const production = {
    PUBLIC_URL: 'https://pay.tollgate.eu',
    VAULT_DATABASE_URL: url,
    DATABASE_WITHOUT_TLS: 'loopback',
    OPERATOR_TOKEN: 'k'.repeat(40),
    ENVIRONMENT: environment,
  }
  const env = { DATABASE_URL: url, KEYS_FILE: path }
  const tollgate = commandLine(environment === 'production' ? { ...env, ...production } : env)
  return { pool, tollgate, fileOf }
}

describe('bins', () => {
  test('a file that is loaded is shown, and who did it is kept', async () => {
    const { pool, tollgate, fileOf } = await start()
    const file = fileOf('453201,,VISA,Listed Bank,SE,2026-10-01', '453202,,VISA,Other,PL,')
    const loaded = await tollgate('bins', 'load', file, '--by', 'anna')
    expect(loaded).toMatchObject({ code: 0 })
    expect(loaded.text).toContain('2 ranges as of 2026-10-01 in force')
    const { text } = await tollgate('bins', 'show', '--json')
    expect(JSON.parse(text)).toMatchObject({ name: 'issuers.csv', rowCount: 2, loadedBy: 'anna' })
    const facts = await tollgate('bins', 'show', '45320151', '--json')
    expect(JSON.parse(facts.text)).toMatchObject({ organization: 'VISA', issuer: 'Listed Bank' })
    const lines = `select operator, action from operator_audit where subject = 'issuers.csv'`
    expect(await many(pool, lines)).toEqual([{ operator: 'anna', action: 'bins.load' }])
  })

  test('a file with one wrong line is refused whole, with every line that is wrong', async () => {
    const { tollgate, fileOf } = await start()
    const file = fileOf('453201,,VISA,Bank,SE,', '4532,,VISA,Bank,SE,', '453203,,VISA,Bank,QQ,')
    for (const command of ['check', 'load']) {
      const { code, problem } = await tollgate('bins', command, file)
      expect(code).toBe(1)
      expect(problem).toContain('line 3: low and high need 6 to 11 digits')
      expect(problem).toContain('line 4: unknown country "QQ"')
    }
    const { text } = await tollgate('bins', 'show', '--json')
    expect(JSON.parse(text)).toMatchObject({ name: 'bins.csv' })
  })

  test('a card that no file lists has its brand in production and is none in the sandbox', async () => {
    const production = await start('production')
    const { text } = await production.tollgate('bins', 'show', '542523', '--json')
    expect(JSON.parse(text)).toMatchObject({ organization: 'MASTERCARD' })
    const sandbox = await start()
    expect(await sandbox.tollgate('bins', 'show', '542523')).toMatchObject({ code: 1 })
  })

  test('a whole card number is not asked for', async () => {
    const { tollgate } = await start()
    const { code, problem } = await tollgate('bins', 'show', '4000000000001000')
    expect([code, problem.includes('4000000000001000')]).toEqual([1, false])
  })
})
