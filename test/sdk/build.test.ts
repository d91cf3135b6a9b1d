import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/key-ring.ts'
import { filesOf } from '../support/program-guide.ts'

const compiler = resolve('node_modules/typescript/bin/tsc')
const pages = ['sdk/typescript/README.md', 'docs/guides/live-shop.md']

/** What is wrong with how a card is given, in the eyes of the types. */
const wrongPayment = `
import { Tollgate } from 'tollgate-sdk'
const { payments } = new Tollgate({ baseUrl: '', apiKey: '' })
type Body = Parameters<typeof payments.create>[0]
export const card: Body['instrument'] = { type: 'CARD', instrumentNo: '4', expDate: '203012', cvv: '1' }
// @ts-expect-error a card has a date
export const noDate: Body['instrument'] = { type: 'CARD', instrumentNo: '4' }
// @ts-expect-error there is no such type
export const noType: Body['instrument'] = { type: 'CHEQUE' }
// @ts-expect-error a method is needed
export const noMethod: Body = { channel: 'PAYWALL', merchant: { merchantId: '1' }, customer: { email: 'a@b.pl' }, order: { amount: 1, currency: 'PLN' } }
`

/** One folder with the client as it is built far from this repository, and a program beside it. */
function builtElsewhere() {
  const folder = freshFolder()
  const client = join(folder, 'node_modules/tollgate-sdk')
  mkdirSync(client, { recursive: true })
  for (const part of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join('sdk/typescript', part), join(client, part), { recursive: true })
  const compile = (cwd: string, ...args: string[]) =>
    execFileSync(process.execPath, [compiler, ...args], { cwd, encoding: 'utf8' })
  compile(client, '-p', 'tsconfig.json')
  return { folder, compile }
}

test(
  'the client is built outside of the repository, and runs in plain Node without a package; the samples of its pages compile',
  { timeout: 300_000 },
  () => {
    const { folder, compile } = builtElsewhere()
    const program = `import('tollgate-sdk').then((sdk) => {
      const client = new sdk.Tollgate({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 })
      return client.payments.get('p').catch((error) => console.log(error.name))
    })`
    const said = execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' })
    expect(said.trim()).toBe('ConnectionError')

    // The types of Node are what every program in TypeScript has of its own.
    for (const types of ['@types', 'undici-types'])
      symlinkSync(resolve('node_modules', types), join(folder, 'node_modules', types))
    const samples = pages.flatMap((page) =>
      filesOf(new URL(`../../${page}`, import.meta.url)).map(({ name, text }) => ({ name, text })),
    )
    expect(samples.length).toBeGreaterThan(4)
    for (const { name, text } of [...samples, { name: 'types.mts', text: wrongPayment }])
      writeFileSync(join(folder, name), text)
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023']
    const names = [...samples.map(({ name }) => name), 'types.mts']
    expect(compile(folder, ...options, '--types', 'node', '--skipLibCheck', ...names)).toBe('')
  },
)
