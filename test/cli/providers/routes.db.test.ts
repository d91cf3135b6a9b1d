import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { createAccountCharges } from '../../../src/postgres/providers/account-health.ts'
import { createConnectorAccounts } from '../../../src/postgres/providers/connector-accounts.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { loadKeyRing } from '../../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshFolder, freshKeyRing } from '../../support/key-ring.ts'

const merchantId = '10000001'
const euro = { name: 'euro', when: { currencies: ['EUR'] }, to: [{ via: 'stripe/main' }] }
const rest = { name: 'rest', to: [{ via: 'sandbox/main' }, { via: 'stripe/main' }] }

async function start() {
  const { url, pool } = await freshDatabase()
  const { path } = await freshKeyRing()
  const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
  const envelope = createEnvelope(createLocalKeyWrapper(loadKeyRing(path)))
  const merchants = createMerchants(pool, envelope)
  await merchants.save({ merchantId, kind: 'merchant', name: 'Shop' })
  const accounts = createConnectorAccounts(pool, envelope)
  for (const connector of ['stripe', 'sandbox'])
    await accounts.save(
      { merchantId, connector, account: 'main' },
      { settings: {}, credential: {} },
    )
  const set = (rules: unknown) => {
    const file = join(freshFolder(), 'rules.json')
    writeFileSync(file, typeof rules === 'string' ? rules : JSON.stringify(rules))
    const why = ['--reason', 'second bank', '--by', 'anna']
    return tollgate('routes', 'set', merchantId, '--rules', file, ...why)
  }
  const agree = async () => {
    const waiting = await tollgate('approvals', 'list', '--json')
    const [{ id }] = JSON.parse(waiting.text) as { id: string }[] as [{ id: string }]
    return tollgate('approvals', 'approve', id, '--by', 'jan')
  }
  return { pool, tollgate, merchants, set, agree }
}

describe('routes', () => {
  test('are set by two people, and are then those of the merchant', async () => {
    const { merchants, set, agree } = await start()
    const asked = await set([euro, rest])
    expect([asked.code, asked.problem]).toEqual([0, ''])
    expect((await merchants.find(merchantId))?.settings.routes).toBeUndefined()
    const agreed = await agree()
    expect([agreed.code, agreed.problem]).toEqual([0, ''])
    expect((await merchants.find(merchantId))?.settings.routes).toEqual([euro, rest])
  })

  test('are refused when they are none, are wrong, or name an account that is not there', async () => {
    const { set } = await start()
    expect(await set('rules')).toMatchObject({ code: 2 })
    const wrong = await set([{ ...rest, when: { colour: ['red'] } }])
    expect([wrong.code, wrong.problem]).toEqual([2, expect.stringContaining('colour')])
    const nobody = await set([{ name: 'all', to: [{ via: 'stripe/none' }] }])
    expect([nobody.code, nobody.problem]).toEqual([1, expect.stringContaining('stripe/none')])
  })

  test('tell what would happen to a payment, with the health of the moment', async () => {
    const { pool, tollgate, merchants } = await start()
    const routes = [euro, rest] as never
    await merchants.save({ merchantId, kind: 'merchant', name: 'Shop', settings: { routes } })
    const ask = (...args: string[]) =>
      tollgate('routes', 'test', merchantId, '--amount', '99.99', ...args)
    const plain = await ask()
    expect(plain.text).toContain('rule "euro" does not fit: currencies')
    expect(plain.text).toContain('rule "rest" fits and decides')
    expect(plain.text).toContain('the charge goes to sandbox/main')
    expect((await ask('--currency', 'EUR')).text).toContain('the charge goes to stripe/main')
    const charges = createAccountCharges(pool)
    for (const reference of ['a', 'b', 'c', 'd', 'e'])
      await charges.note({
        merchantId,
        via: 'sandbox/main',
        reference,
        outcome: 'notSent',
        answered: false,
        trial: false,
      })
    const away = await ask()
    expect(away.text).toMatch(/sandbox\/main +open +5/)
    expect(away.text).toContain('the charge goes to stripe/main')
    expect(await ask('--amount', 'much')).toMatchObject({ code: 2 })
  })

  test('without rules a charge goes to the acquirer of the merchant or of the installation', async () => {
    const { tollgate, merchants } = await start()
    const ask = async () => (await tollgate('routes', 'test', merchantId, '--amount', '1')).text
    expect(await ask()).toContain('the acquirer of the installation')
    const settings = { acquirer: 'stripe/main' }
    await merchants.save({ merchantId, kind: 'merchant', name: 'Shop', settings })
    expect(await ask()).toContain('the charge goes to stripe/main')
  })
})
