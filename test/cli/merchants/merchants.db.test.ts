import { describe, expect, test } from 'vitest'
import { listAudit } from '../../support/list-audit.ts'
import { useApproval } from '../../../src/postgres/approvals.ts'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'

async function start() {
  const { url, pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  const merchants = createMerchants(pool, createEnvelope(createLocalKeyWrapper(keyRing)))
  const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
  /** Anna asks for it, Jan agrees to it. */
  const agreed = async (...args: string[]) => {
    const asked = await tollgate(...args, '--reason', 'case 4711', '--by', 'anna', '--json')
    return tollgate('approvals', 'approve', JSON.parse(asked.text).id, '--by', 'jan')
  }
  return { pool, merchants, tollgate, agreed }
}

/** The first line; the others say what ends with the earlier secret. */
const secretIn = (text: string): string => text.split('\n')[0] ?? ''

describe('merchants', () => {
  test('a new merchant can sign in with the secret that is shown once, and is audited', async () => {
    const { pool, merchants, tollgate } = await start()
    const made = await tollgate(
      ...['merchants', 'create', 'shop', '--name', 'Shop', '--by', 'anna', '--json'],
    )
    const { secret, notificationSecret } = JSON.parse(made.text)
    expect(await merchants.isLogin('shop', secret)).toBe(true)
    expect(await merchants.notificationSecrets('shop')).toEqual([notificationSecret])
    const [line] = await listAudit(pool, 'shop')
    expect(line).toMatchObject({ operator: 'anna', action: 'merchants.create', outcome: 'done' })
    expect(JSON.stringify(line)).not.toContain(secret)
    const again = await tollgate('merchants', 'create', 'shop', '--name', 'Other')
    expect(again).toMatchObject({ code: 1, problem: 'shop is there already\n' })
  })

  test('addresses are changed, and one that leads into our own network is refused', async () => {
    const { pool, merchants, tollgate, agreed } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    await merchants.pauseNotifications('shop', true)
    const to = (...args: string[]) => tollgate('merchants', 'addresses', 'shop', ...args, '--json')
    const hook = ['--notification-url', 'https://93.184.216.34/hook']
    await agreed('merchants', 'addresses', 'shop', ...hook)
    expect(await merchants.find('shop')).toMatchObject({
      notificationUrl: 'https://93.184.216.34/hook',
      notificationsPaused: false,
    })
    expect(await listAudit(pool, 'shop')).toContainEqual(
      expect.objectContaining({ operator: 'anna', action: 'merchants.addresses' }),
    )
    for (const url of ['https://10.0.0.1/', 'http://localhost:5432/', 'ftp://shop.example/'])
      expect(await to('--notification-url', url)).toMatchObject({
        code: 1,
        problem: expect.stringMatching(/^notificationUrl must /),
      })
    expect(
      await tollgate('merchants', 'create', 'b', '--name', 'B', '--redirect-url', 'javascript:1'),
    ).toMatchObject({
      code: 1,
      problem: 'redirectUrl must be an https address, or of a scheme among appLinks\n',
    })
    expect(await to()).toMatchObject({ code: 2 })
    expect((await merchants.find('shop'))?.notificationUrl).toBe('https://93.184.216.34/hook')
  })

  test('a server beside the sandbox may be told, as the API lets it be; the ports of the stack may not', async () => {
    const { merchants, tollgate } = await start()
    const create = (id: string, url: string) =>
      tollgate('merchants', 'create', id, '--name', 'Shop', '--notification-url', url)
    expect(await create('a', 'http://127.0.0.1:43210/hook')).toMatchObject({ code: 0 })
    expect((await merchants.find('a'))?.notificationUrl).toBe('http://127.0.0.1:43210/hook')
    for (const port of ['8080', '9090', '5432'])
      expect(await create('b', `http://127.0.0.1:${port}/hook`)).toMatchObject({ code: 1 })
  })

  test('payers return into an app whose scheme is registered', async () => {
    const { merchants, tollgate, agreed } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    const back = ['merchants', 'addresses', 'shop', '--redirect-url', 'myshop://return'] as const
    expect(await tollgate(...back)).toMatchObject({ code: 1 })
    await tollgate('merchants', 'settings', 'shop', 'appLinks=myshop')
    await agreed(...back)
    expect((await merchants.find('shop'))?.redirectUrl).toBe('myshop://return')
    const wrong = await tollgate('merchants', 'settings', 'shop', 'appLinks=javascript')
    expect(wrong).toMatchObject({ code: 2 })
  })

  test('a setting with nothing behind its name is as if it had never been set', async () => {
    const { tollgate, agreed, merchants } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    const change = (...given: string[]) => tollgate('merchants', 'settings', 'shop', ...given)
    await change('pageText=Hello', 'pageColour=#0c5f63')
    expect(await change('pageText=', 'pageLanguage=en')).toMatchObject({ code: 0 })
    const { pageText, pageColour, pageLanguage } = (await merchants.find('shop'))?.settings ?? {}
    expect([pageText, pageColour, pageLanguage]).toEqual([undefined, '#0c5f63', 'en'])
    expect(await change('colour=')).toMatchObject({ code: 2 })
    // Where money hangs on it another person agrees to that as well, and reads what ends.
    await agreed('merchants', 'settings', 'shop', 'holdDays=7')
    expect((await change('holdDays=', '--reason', 'x')).text).toContain('another person')
    expect((await tollgate('approvals', 'list')).text).toContain('settings holdDays=')
    expect((await merchants.find('shop'))?.settings.holdDays).toBe(7)
    await agreed('merchants', 'settings', 'shop', 'holdDays=', 'cvvForTokens=true')
    const { holdDays, cvvForTokens } = (await merchants.find('shop'))?.settings ?? {}
    expect([holdDays, cvvForTokens]).toEqual([30, true])
  })

  test('settings change one by one, and unknown or misshapen ones are refused', async () => {
    const { tollgate, agreed } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    await agreed('merchants', 'settings', 'shop', 'holdDays=7', 'cvvForTokens=true')
    const { text } = await tollgate('merchants', 'settings', 'shop', 'currencies=PLN,EUR', '--json')
    expect(JSON.parse(text).settings).toMatchObject({
      currencies: ['PLN', 'EUR'],
      holdDays: 7,
      cvvForTokens: true,
      refundWindowDays: 90,
    })
    expect(await tollgate('merchants', 'settings', 'shop', 'colour=red')).toMatchObject({ code: 2 })
    for (const wrong of ['holdDays=x', 'holdDays=9999', 'currencies=XYZ', 'cvvForTokens=yes'])
      expect(await tollgate('merchants', 'settings', 'shop', wrong)).toMatchObject({ code: 2 })
    const acs = 'acsNotificationUrl=https://shop.example/3ds'
    await agreed('merchants', 'settings', 'shop', acs)
    const changed = await tollgate('merchants', 'show', 'shop', '--json')
    expect(JSON.parse(changed.text).settings).toMatchObject({
      holdDays: 7,
      currencies: ['PLN', 'EUR'],
      acsNotificationUrl: 'https://shop.example/3ds',
    })
  })

  test('a rotated login secret ends the old one; of notifications both are valid until ended', async () => {
    const { merchants, tollgate, agreed } = await start()
    const { text } = await tollgate('merchants', 'create', 'shop', '--name', 'Shop', '--json')
    const { secret, notificationSecret } = JSON.parse(text)
    const login = secretIn((await agreed('merchants', 'rotate', 'shop', 'login')).text)
    expect(await merchants.isLogin('shop', secret)).toBe(false)
    expect(await merchants.isLogin('shop', login)).toBe(true)
    const second = secretIn((await agreed('merchants', 'rotate', 'shop', 'notification')).text)
    expect(await merchants.notificationSecrets('shop')).toEqual([second, notificationSecret])
    await agreed('merchants', 'rotate', 'shop', 'end')
    expect(await merchants.notificationSecrets('shop')).toEqual([second])
    for (const wrong of [['other'], ['all'], [], ['login', '--all']])
      expect(await tollgate('merchants', 'rotate', 'shop', ...wrong)).toMatchObject({ code: 2 })
  })

  test.for([
    ['rotate', 'shop', 'login'],
    ['rotate', 'shop', 'notification'],
    ['rotate', 'shop', '--all'],
    ['settings', 'shop', 'withoutAuthentication=proceed'],
    ['settings', 'shop', 'pageHost=shop.localhost'],
    ['settings', 'shop', 'refundWindowDays=365', 'currencies=PLN'],
  ])('nobody does it alone, once, or with an agreement to something else: %s', async (order) => {
    const { pool, merchants, tollgate } = await start()
    const made = await tollgate('merchants', 'create', 'shop', '--name', 'Shop', '--json')
    const before = await merchants.find('shop')
    const ask = ['merchants', ...order, '--by', 'anna', '--json']
    expect(await tollgate(...ask)).toMatchObject({ code: 2 })
    const asked = await tollgate(...ask, '--reason', 'case 4711')
    const { id } = JSON.parse(asked.text)
    expect(JSON.parse((await tollgate(...ask, '--reason', 'case 4711')).text).id).toBe(id)
    expect(await merchants.isLogin('shop', JSON.parse(made.text).secret)).toBe(true)
    expect(await merchants.find('shop')).toEqual(before)
    expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
    expect((await tollgate('approvals', 'list')).text).toContain(order[2]?.replace('--', ''))
    const other = { name: 'settings', merchantId: 'shop', settings: { holdDays: 30 } } as const
    expect(
      await useApproval(pool, id, other, { paymentId: null, merchantId: other.merchantId }),
    ).toBe(false)
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 0 })
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 1 })
    const lines = await listAudit(pool, 'shop')
    expect(lines.map(({ operator, outcome }) => [operator, outcome])).toEqual(
      expect.arrayContaining([
        ['anna', 'requested'],
        ['jan', 'approved'],
        ['anna', 'done'],
      ]),
    )
  })

  test('a disabled merchant cannot sign in until it is enabled', async () => {
    const { merchants, tollgate, agreed } = await start()
    const made = await tollgate('merchants', 'create', 'shop', '--name', 'Shop', '--json')
    const { secret } = JSON.parse(made.text)
    expect((await tollgate('merchants', 'disable', 'shop')).text).toMatch(/status +disabled/)
    expect(await merchants.isLogin('shop', secret)).toBe(false)
    await agreed('merchants', 'enable', 'shop')
    expect(await merchants.isLogin('shop', secret)).toBe(true)
  })

  test('an agent acts for a merchant once they agree; nobody else can be one', async () => {
    const { merchants, tollgate, agreed } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    await tollgate('merchants', 'create', 'agent', '--name', 'Agent', '--agent')
    await agreed('merchants', 'agree', 'shop', 'agent')
    expect((await merchants.find('shop'))?.agents).toEqual(['agent'])
    expect(
      await tollgate('merchants', 'agree', 'agent', 'shop', '--reason', 'case 4711'),
    ).toMatchObject({ code: 1 })
  })

  test('show of one that is not there fails', async () => {
    const { tollgate } = await start()
    expect(await tollgate('merchants', 'show', 'nobody')).toMatchObject({ code: 1 })
  })
})

test.for(['create', 'show', 'settings', 'rotate', 'access', 'disable', 'enable', 'agree'])(
  'help with an example: merchants %s',
  async (name) => {
    const { code, text } = await commandLine({})('merchants', name, '--help')
    expect([code, text]).toEqual([0, expect.stringContaining(`tollgate -- merchants ${name}`)])
  },
)

describe('agreements', () => {
  const because = ['--reason', 'contract 12', '--by', 'anna']

  test('a marketplace may name a merchant from add to end, and each is audited', async () => {
    const { pool, merchants, tollgate, agreed } = await start()
    for (const id of ['shop', 'part']) await tollgate('merchants', 'create', id, '--name', id)
    const run = (...args: string[]) => tollgate('merchants', 'marketplace', ...args)
    expect(await run('list', 'shop')).toMatchObject({ code: 0, text: 'none\n' })
    expect(await agreed('merchants', 'marketplace', 'add', 'shop', 'part')).toMatchObject({
      code: 0,
    })
    expect((await merchants.find('shop'))?.marketplacePartners).toEqual(['part'])
    expect(await run('list', 'shop')).toMatchObject({ text: 'part\n' })
    expect(await run('add', 'shop', 'part', ...because)).toMatchObject({ code: 1 })
    expect(await run('end', 'shop', 'part', ...because)).toMatchObject({ code: 0 })
    expect((await merchants.find('shop'))?.marketplacePartners).toEqual([])
    expect(await run('end', 'shop', 'part', ...because)).toMatchObject({
      code: 1,
      problem: 'shop has no agreement with part\n',
    })
    const made = (await listAudit(pool, 'shop')).filter(({ action }) => /marketplace/.test(action))
    for (const action of ['merchants.marketplace.add', 'merchants.marketplace.end'])
      expect(made).toContainEqual(
        expect.objectContaining({ operator: 'anna', action, outcome: 'done' }),
      )
  })

  test('neither with oneself, nor with an agent, nor with nobody; nor without a reason', async () => {
    const { tollgate } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    await tollgate('merchants', 'create', 'agent', '--name', 'Agent', '--agent')
    for (const other of ['shop', 'agent', 'nobody'])
      expect(
        await tollgate(...['merchants', 'marketplace', 'add', 'shop', other], ...because),
      ).toMatchObject({ code: 1 })
    expect(await tollgate('merchants', 'marketplace', 'add', 'shop', 'x')).toMatchObject({
      code: 2,
    })
  })

  test('an agent acts for a merchant until that ends', async () => {
    const { merchants, tollgate, agreed } = await start()
    await tollgate('merchants', 'create', 'shop', '--name', 'Shop')
    await tollgate('merchants', 'create', 'agent', '--name', 'Agent', '--agent')
    await agreed('merchants', 'agree', 'shop', 'agent')
    expect((await merchants.find('shop'))?.agents).toEqual(['agent'])
    const end = () => tollgate('merchants', 'agree', 'shop', 'agent', '--end', '--by', 'anna')
    expect(await end()).toMatchObject({ code: 0 })
    expect((await merchants.find('shop'))?.agents).toEqual([])
    expect(await end()).toMatchObject({ code: 1 })
  })
})
