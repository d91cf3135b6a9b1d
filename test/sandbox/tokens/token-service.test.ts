import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { authorization, newReference } from '../acquirer/requests.ts'
import { keys, startSandbox, until } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

async function provision(service: string, number: string, reference = newReference('token')) {
  const body = { reference, number, expDate: '203012' }
  return (await sandbox.post(`/tokens/${service}/tokens`, body)).body
}
const cryptogramOf = (service: string, instrumentRef: string, reference = newReference('crypto')) =>
  sandbox.post(`/tokens/${service}/tokens/${instrumentRef}/cryptograms`, {
    reference,
    amountMinor: 9999,
    currency: 'PLN',
  })
const setState = (service: string, instrumentRef: string, status: string) =>
  sandbox.post(`/tokens/${service}/tokens/${instrumentRef}/state`, { status })

/** Pays with what the token service gave. */
async function pay(given: { number: string; expDate: string; cryptogram?: string }, changes = {}) {
  const { number, expDate, cryptogram } = given
  const card = { number, expDate, isNetworkToken: true, cryptogram }
  const body = authorization(0, { card, ...changes })
  return (await sandbox.post('/acquirer/authorize', body)).body.responseCode
}

const visa = makeCard('400000', 100)
const mastercard = makeCard('510510', 100)

describe('provisioning', () => {
  test('Visa at vts, with two pictures; Mastercard at scof, with none', async () => {
    const vts = await provision('vts', visa)
    expect(vts).toMatchObject({ status: 'ACTIVE', last4: '1000', expDate: '203012' })
    expect(vts.visuals).toHaveLength(2)
    expect(await provision('scof', mastercard)).toMatchObject({ status: 'ACTIVE', visuals: [] })
  })

  test('the pictures are pictures', async () => {
    const { instrumentRef, visuals } = await provision('vts', visa)
    const signs = ['89504e47', Buffer.from('<svg').toString('hex')]
    for (const [index, visual] of visuals.entries()) {
      const path = `/tokens/vts/tokens/${instrumentRef}/visuals/${visual.visualId}`
      const { body } = await sandbox.get(path)
      const { type: _type, ...facts } = visual
      expect(body).toMatchObject(facts)
      const data = Buffer.from(body.data, 'base64')
      expect(data.length).toBeGreaterThan(100)
      expect(data.subarray(0, 4).toString('hex')).toBe(signs[index])
    }
    expect((await sandbox.get(`/tokens/vts/tokens/${instrumentRef}/visuals/x`)).status).toBe(404)
  })

  test.each([
    ['vts', makeCard('400000', 124)],
    ['scof', makeCard('510510', 124)],
    ['vts', mastercard],
    ['scof', visa],
    ['vts', makeCard('378282', 100)],
  ])('%s refuses %s', async (service, number) => {
    expect(await provision(service, number)).toMatchObject({ status: 'REFUSED' })
  })

  test('a reference makes one token, and is found by asking', async () => {
    const reference = newReference('token')
    const first = await provision('vts', visa, reference)
    expect(await provision('vts', visa, reference)).toEqual(first)
    expect((await sandbox.get(`/tokens/vts/references/${reference}`)).body).toEqual(first)
    const { reference: _reference, ...token } = first
    expect((await sandbox.get(`/tokens/vts/tokens/${token.instrumentRef}`)).body).toEqual(token)
    expect((await sandbox.get('/tokens/vts/references/other')).status).toBe(404)
    expect((await sandbox.get(`/tokens/scof/tokens/${token.instrumentRef}`)).status).toBe(404)
  })
})

describe('paying', () => {
  test('a cryptogram is good for one authorisation of its token', async () => {
    const { instrumentRef } = await provision('vts', visa)
    const given = (await cryptogramOf('vts', instrumentRef)).body
    expect(given.number).not.toBe(visa)
    expect(given.number).toMatch(/^4000009\d{9}$/)
    expect(given).toMatchObject({ expDate: '203012', eci: '05' })
    expect(await pay(given)).toBe('00')
    expect(await pay(given)).toBe('05')
  })

  test('the same reference gets the same cryptogram', async () => {
    const { instrumentRef } = await provision('scof', mastercard)
    const reference = newReference('crypto')
    const first = (await cryptogramOf('scof', instrumentRef, reference)).body
    expect(first.eci).toBe('02')
    expect((await cryptogramOf('scof', instrumentRef, reference)).body).toEqual(first)
  })

  test('a made-up cryptogram, none, or one of another token is refused', async () => {
    const one = await provision('vts', visa)
    const other = await provision('vts', visa)
    const given = (await cryptogramOf('vts', one.instrumentRef)).body
    const foreign = (await cryptogramOf('vts', other.instrumentRef)).body
    expect(await pay({ ...given, cryptogram: 'made-up' })).toBe('05')
    expect(await pay({ ...given, cryptogram: undefined })).toBe('05')
    expect(await pay({ ...given, cryptogram: foreign.cryptogram })).toBe('05')
  })

  test('the merchant alone needs no cryptogram', async () => {
    const { instrumentRef } = await provision('vts', visa)
    const { number, expDate } = (await cryptogramOf('vts', instrumentRef)).body
    expect(await pay({ number, expDate }, { initiator: 'MERCHANT' })).toBe('00')
  })

  test('the token behaves like its card', async () => {
    const { instrumentRef } = await provision('vts', makeCard('400000', 121))
    expect(await pay((await cryptogramOf('vts', instrumentRef)).body)).toBe('51')
  })
})

describe('life', () => {
  test('the network suspends a token, tells the gateway, and wakes it', async () => {
    const { instrumentRef } = await provision('vts', visa)
    const given = (await cryptogramOf('vts', instrumentRef)).body
    await setState('vts', instrumentRef, 'SUSPENDED')
    const message = await until(() =>
      sandbox.gateway.caught.find(({ body }) => body.instrumentRef === instrumentRef),
    )
    expect(message.path).toBe('/tokens/lifecycle')
    expect(message.body).toMatchObject({ service: 'vts', instrumentRef, status: 'SUSPENDED' })
    expect(message.body).toMatchObject({
      eventId: expect.any(String),
      occurredAt: expect.stringMatching(/Z$/),
    })
    const signature = createHmac('sha256', keys.tokens).update(message.text).digest('hex')
    expect(message.signature).toBe(signature)
    expect(await cryptogramOf('vts', instrumentRef)).toMatchObject({
      status: 409,
      body: { error: 'token_not_usable' },
    })
    expect(await pay(given)).toBe('46')
    await setState('vts', instrumentRef, 'ACTIVE')
    expect(await pay((await cryptogramOf('vts', instrumentRef)).body)).toBe('00')
  })

  test('the issuer renews a card: the gateway is told, and the token pays with the new expiry', async () => {
    const { instrumentRef } = await provision('vts', visa)
    const renew = (body: object) =>
      sandbox.post(`/tokens/vts/tokens/${instrumentRef}/renewal`, body)
    expect((await renew({ expDate: '2031' })).status).toBe(400)
    expect((await renew({ expDate: '203112', last4: '43210' })).status).toBe(400)
    await renew({ expDate: '203112', last4: '4321' })
    const message = await until(() =>
      sandbox.gateway.caught.find(({ body }) => body.instrumentRef === instrumentRef),
    )
    expect(message.body).toMatchObject({ status: 'RENEWED', last4: '4321', expDate: '203112' })
    const shown = (await sandbox.get(`/tokens/vts/tokens/${instrumentRef}`)).body
    expect(shown).toMatchObject({ status: 'ACTIVE', last4: '4321', expDate: '203112' })
    const given = (await cryptogramOf('vts', instrumentRef)).body
    expect(given.expDate).toBe('203112')
    expect(await pay(given)).toBe('00')
    await renew({ expDate: '202001' })
    expect(await pay((await cryptogramOf('vts', instrumentRef)).body)).toBe('54')
  })

  test('a discarded token is dead', async () => {
    const { instrumentRef } = await provision('vts', visa)
    const path = `/tokens/vts/tokens/${instrumentRef}/discard`
    expect((await sandbox.post(path)).body).toEqual({ instrumentRef, status: 'DISCARDED' })
    expect((await sandbox.post(path)).body.status).toBe('DISCARDED')
    expect((await cryptogramOf('vts', instrumentRef)).status).toBe(409)
    expect((await setState('vts', instrumentRef, 'ACTIVE')).status).toBe(409)
  })
})
